import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { DateTime } from "../dates/date-time.tsx";
import { StateMark } from "../table/state-mark.tsx";

/** The outcome of the latest comparison of all read models with a replay. */
export function LastVerification({
  verification,
}: {
  verification: AnswerOf<"readModelStates">["verification"];
}) {
  if (!verification)
    return (
      <p className="mb-0">
        The read models were not compared with the log yet. An operator runs <code>projections verify</code>,
        or sets <code>VERIFY_AT</code> for each night.
      </p>
    );
  const { at, passed, position, messages } = verification;
  return (
    <>
      <p>
        <StateMark tone={passed ? "good" : "bad"}>{passed ? "Nothing found" : "Differences found"}</StateMark>{" "}
        <DateTime instant={at} />, up to position {position} of the log
      </p>
      <ul className="mb-0 ps-4 text-break">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  );
}
