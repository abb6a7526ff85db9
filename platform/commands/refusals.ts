import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";

/** The refusal codes of an aggregate's commands, by type; `never` for a command that is never refused. */
export type RefusalsOf<Command extends { type: string }> = { readonly [T in Command["type"]]: ErrorCode };

/** The codes that several commands share. */
type CodeOf<Refusals, Type extends keyof Refusals> = (
  Type extends unknown
    ? (code: Refusals[Type]) => void
    : never
) extends (code: infer Code extends ErrorCode) => void
  ? Code
  : never;

/** Makes an aggregate's refusals. Only codes of the command in the type parameter are accepted. */
export const refusing =
  <Refusals>() =>
  <Type extends keyof Refusals = keyof Refusals>(code: CodeOf<Refusals, Type>): Refusal =>
    new Refusal(code);

/**
 * The answer of a use case to a refusal; `undefined` for any other error. `answers` has every code of the
 * command, so a new code doesn't compile until it is named here.
 */
export const answerTo = <Answer>(
  error: unknown,
  answers: Readonly<Partial<Record<ErrorCode, Answer>>>,
): Answer | undefined => (error instanceof Refusal ? answers[error.code] : undefined);
