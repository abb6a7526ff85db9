import { type ErrorCode, Refusal } from "@ornament/contracts/errors";

/** Why the commands of an aggregate are refused: codes by the command's type, `never` where it is never refused. */
export type RefusalsOf<Command extends { type: string }> = { readonly [T in Command["type"]]: ErrorCode };

/** The codes that every one of several commands has. */
type CodeOf<Refusals, Type extends keyof Refusals> = (
  Type extends unknown
    ? (code: Refusals[Type]) => void
    : never
) extends (code: infer Code extends ErrorCode) => void
  ? Code
  : never;

/** Makes an aggregate's refusals. The type of the command is given each time, and only codes that it names are accepted. */
export const refusing =
  <Refusals>() =>
  <Type extends keyof Refusals = keyof Refusals>(code: CodeOf<Refusals, Type>): Refusal =>
    new Refusal(code);

/**
 * What a use case makes of a refusal. `answers` has every code of the command, so that a new one doesn't compile before it is
 * named here. `undefined` for any other error, which is to be thrown again.
 */
export const answerTo = <Answer>(
  error: unknown,
  answers: Readonly<Partial<Record<ErrorCode, Answer>>>,
): Answer | undefined => (error instanceof Refusal ? answers[error.code] : undefined);
