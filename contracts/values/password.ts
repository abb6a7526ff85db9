import { requiredMessage } from "./email.ts";
import { limits } from "./limits.ts";

export const passwordMismatchMessage = "Password mismatch";
export const passwordTooLongMessage = `Password must not be longer than ${limits.passwordBytes} bytes`;

/** The form that is checked and hashed: keyboards write "é" as one character or as two. */
export const normalisedPassword = (typed: string): string => typed.normalize("NFKC");

/** The parts of the password rule, in the order in which the message names them. */
export const passwordRule = [
  {
    part: `${limits.passwordMinLength} characters`,
    inWords: `${limits.passwordMinLength} characters`,
    holds: (password: string) => [...password].length >= limits.passwordMinLength,
  },
  {
    part: "upper-case",
    inWords: "an upper-case letter",
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    part: "lower-case",
    inWords: "a lower-case letter",
    holds: (password: string) => /\p{Ll}/u.test(password),
  },
  { part: "number", inWords: "a number", holds: (password: string) => /\d/.test(password) },
] as const;

/** The whole rule in one sentence. */
export const passwordRuleMessage = `Password must include ${limits.passwordMinLength} characters, upper-case, lower-case and number`;

type Missing = Pick<(typeof passwordRule)[number], "part" | "inWords">[];

/** The parts of the rule that a password doesn't meet. */
export const missingParts = (password: string) =>
  passwordRule.filter(({ holds }) => !holds(normalisedPassword(password)));

/** Names the missing parts of a password in the words of the API and the back office. */
const inShort = (missing: Missing): string =>
  missing.length === passwordRule.length
    ? passwordRuleMessage
    : `Password must include ${missing.map(({ part }) => part).join(", ")}`;

/** Names the missing parts of a password as a sentence for parents. */
export function inPlainWords(missing: Missing): string {
  const words = missing.map((part) => part.inWords);
  const last = words.pop();
  return `Password must include ${words.length === 0 ? last : `${words.join(", ")} and ${last}`}`;
}

/** Names only the missing parts of a new password; `undefined` if the password follows the rule. */
export function passwordProblem(
  password: string,
  say: (missing: Missing) => string = inShort,
): string | undefined {
  if (password === "") return requiredMessage;
  if (new TextEncoder().encode(normalisedPassword(password)).length > limits.passwordBytes)
    return passwordTooLongMessage;
  const missing = missingParts(password);
  return missing.length === 0 ? undefined : say(missing);
}
