import { requiredMessage } from "./email.ts";
import { limits } from "./limits.ts";

export const passwordMismatchMessage = "Password mismatch";
export const passwordTooLongMessage = `Password must not be longer than ${limits.passwordBytes} bytes`;

/** The parts of the password rule, in the order in which the message names them. */
export const passwordRule = [
  {
    part: `${limits.passwordMinLength} characters`,
    holds: (password: string) => [...password].length >= limits.passwordMinLength,
  },
  { part: "upper-case", holds: (password: string) => /\p{Lu}/u.test(password) },
  { part: "lower-case", holds: (password: string) => /\p{Ll}/u.test(password) },
  { part: "number", holds: (password: string) => /\d/.test(password) },
] as const;

/** The whole rule in one sentence. */
export const passwordRuleMessage = `Password must include ${limits.passwordMinLength} characters, upper-case, lower-case and number`;

/**
 * The message for a new password, which names only the missing parts; `undefined` if the password follows the
 * rule.
 */
export function passwordProblem(password: string): string | undefined {
  if (password === "") return requiredMessage;
  if (new TextEncoder().encode(password).length > limits.passwordBytes) return passwordTooLongMessage;
  const missing = passwordRule.filter(({ holds }) => !holds(password)).map(({ part }) => part);
  if (missing.length === 0) return undefined;
  if (missing.length === passwordRule.length) return passwordRuleMessage;
  return `Password must include ${missing.join(", ")}`;
}
