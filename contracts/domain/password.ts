import { requiredMessage } from "./email.ts";

export const passwordMismatchMessage = "Password mismatch";
export const passwordTooLongMessage = "Password must not be longer than 72 bytes";
/** bcrypt reads no further than this many UTF-8 bytes; a longer password is refused, never cut off. */
export const passwordMaxBytes = 72;

/** The parts of the password rule (spec §5), in the order the message names them. */
export const passwordRule = [
  { part: "8 characters", holds: (password: string) => [...password].length >= 8 },
  { part: "upper-case", holds: (password: string) => /\p{Lu}/u.test(password) },
  { part: "lower-case", holds: (password: string) => /\p{Ll}/u.test(password) },
  { part: "number", holds: (password: string) => /\d/.test(password) },
] as const;

/** The message for a new password, naming only what is missing, or `undefined` when it is fine. */
export function passwordProblem(password: string): string | undefined {
  if (password === "") return requiredMessage;
  if (new TextEncoder().encode(password).length > passwordMaxBytes) return passwordTooLongMessage;
  const missing = passwordRule.filter(({ holds }) => !holds(password)).map(({ part }) => part);
  if (missing.length === 0) return undefined;
  if (missing.length === passwordRule.length)
    return "Password must include 8 characters, upper-case, lower-case and number";
  return `Password must include ${missing.join(", ")}`;
}
