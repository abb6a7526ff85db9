import { limits } from "@ornament/contracts/domain/limits";
import { type FormEvent, useState } from "react";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";

/** The state of a setting's card: a field, a dialog that asks for confirmation, then a message. */
export function useSetting(
  value: string,
  problemOf: (text: string) => string | undefined,
  save: (text: string) => Promise<{ data?: { message: string } | undefined; error?: unknown }>,
) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const text = typed ?? value;

  return {
    text,
    asking,
    problem,
    type: (next: string) => {
      setTyped(next);
      setProblem(undefined);
      setDone(undefined);
    },
    ask: (event: FormEvent) => {
      event.preventDefault();
      setDone(undefined);
      const found = problemOf(text.trim());
      setProblem(found);
      setAsking(found === undefined);
    },
    cancel: () => setAsking(false),
    confirm: async () => {
      const { data, error } = await save(text.trim());
      setAsking(false);
      if (data) {
        setDone(data.message);
        setTyped(text.trim());
      } else setProblem(fieldErrorsOf(error).value ?? messageOf(error));
    },
    banner: {
      tone: "success" as const,
      children: done,
      dismissAfterMs: limits.bannerMilliseconds,
      onDismiss: () => setDone(undefined),
    },
  };
}
