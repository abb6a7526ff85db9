import { missingParts, passwordRule } from "@ornament/contracts/domain/password";
import type { PasswordRulePart } from "./password-field.tsx";

type Part = (typeof passwordRule)[number]["part"];

const labels = {
  "8 characters": "At least 8 characters",
  "upper-case": "An upper-case letter",
  "lower-case": "A lower-case letter",
  number: "A number",
} as const satisfies Record<Part, string>;

/** The checklist of a PasswordField for a new password. The rule itself is in contracts. */
export const newPasswordRule: readonly PasswordRulePart<Part>[] = passwordRule.map(({ part }) => ({
  problem: part,
  label: labels[part],
}));

/** The parts of the rule that a new password doesn't meet yet. */
export const newPasswordProblems = (password: string): Part[] =>
  missingParts(password).map(({ part }) => part);
