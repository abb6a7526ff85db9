import { waitInWords } from "@ornament/contracts/domain/wait";
import type { TriesLeft } from "@ornament/contracts/errors";
import type { PinHelp } from "./pin-form-errors.ts";

/** The text below a refused PIN: the characters to check, and the tries left. */
export function PinHelpText({ help, tries }: { help: PinHelp; tries: TriesLeft | undefined }) {
  const { suggestion, questions } = help;
  return (
    <>
      {suggestion !== undefined && <p className="o-pin-question">{`Did you mean ${suggestion}?`}</p>}
      {questions.length > 0 && (
        <p className="o-pin-question">
          {questions.flatMap((question) => [<span key={question}>{question}</span>, " "])}
        </p>
      )}
      {tries && tries.left > 0 && (
        <p className="o-hint">
          {`${tries.left} ${tries.left === 1 ? "try" : "tries"} left, then a break of ${waitInWords(tries.breakSeconds)}.`}
        </p>
      )}
    </>
  );
}
