import { formatPinCode, pinsNotUniqueMessage } from "@ornament/contracts/domain/pin-code";
import { type FieldError, Refusal } from "@ornament/contracts/errors";

/** A PIN that was entered, with the name of its ornament. */
export interface EnteredPin {
  readonly pin: string;
  readonly name: string;
}

/**
 * The result of a PIN's check. `of-another-account` and `unrecognised` (never issued or deactivated) count as
 * failures and get the same answer.
 */
export type Finding = "free" | "own" | "of-another-account" | "unrecognised";

/** Whether a PIN can neither be added nor is one of the account. */
export const isWrong = (finding: Finding): finding is "of-another-account" | "unrecognised" =>
  finding === "of-another-account" || finding === "unrecognised";

/** The result for an entered PIN, with the right PIN that looks like it, if there is one. */
export interface CheckedPin {
  readonly finding: Finding;
  readonly meant?: { readonly code: string; readonly finding: "free" | "own" } | undefined;
}

/** Refuses an entry with repeated PINs, and lists them. */
export function refuseRepeatedPins(entered: readonly EnteredPin[]): void {
  const codes = entered.map(({ pin }) => pin);
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  if (repeated.length === 0) return;
  const message = pinsNotUniqueMessage(repeated.map(formatPinCode));
  throw new Refusal("pins_refused", { message, errors: [{ path: "pin", message }] });
}

/** Refuses the whole entry if one PIN can't be added, and names each bad PIN. */
export function refuseBadPins(entered: readonly EnteredPin[], checked: readonly CheckedPin[]): void {
  const errors = entered.flatMap(({ pin }, index): FieldError[] => {
    const result = checked[index] ?? { finding: "unrecognised" };
    return result.finding === "free" ? [] : [{ path: `pin.${index}.pin`, ...problem(pin, result) }];
  });
  if (errors.length > 0) throw new Refusal("pins_refused", { errors });
}

/**
 * The same text for a PIN that was never issued, somebody else's and a deactivated one, so that the answer
 * does not show which PINs exist.
 */
function problem(code: string, { finding, meant }: CheckedPin): Pick<FieldError, "message" | "suggestion"> {
  const pin = formatPinCode(code);
  if (finding === "own") return { message: `${pin} is already one of your ornaments.` };
  const unrecognised = `${pin} was not recognized.`;
  if (!meant) {
    const check = "Please check it on your ornament.";
    const taken = "It may already belong to another account, for example in your family";
    return { message: `${unrecognised} ${check} ${taken}: then sign in with that one, or contact us.` };
  }
  const suggestion = formatPinCode(meant.code);
  return meant.finding === "own"
    ? { message: `${unrecognised} ${suggestion} is already one of your ornaments.` }
    : { message: `${unrecognised} Did you mean ${suggestion}?`, suggestion };
}
