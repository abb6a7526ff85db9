import { formatPinCode, pinsNotUniqueMessage } from "@ornament/contracts/domain/pin-code";
import { type FieldError, Refusal, type TriesLeft } from "@ornament/contracts/errors";

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

/** The results for all PINs of an entry. */
export interface CheckedEntry {
  readonly checked: readonly CheckedPin[];
  /** The wrong PINs that the account may still enter; undefined if none of this entry was wrong. */
  readonly tries: TriesLeft | undefined;
}

/** Refuses the whole entry if one PIN can't be added, and names each bad PIN. */
export function refuseBadPins(entered: readonly EnteredPin[], { checked, tries }: CheckedEntry): void {
  const errors = entered.flatMap((_pin, index): FieldError[] => {
    const result = checked[index] ?? { finding: "unrecognised" };
    return result.finding === "free" ? [] : [{ path: `pin.${index}.pin`, ...problem(result) }];
  });
  if (errors.length > 0) throw new Refusal("pins_refused", { errors, tries });
}

const unknown = "We don't know this PIN.";

/**
 * The same text for a PIN that was never issued, somebody else's and a deactivated one, so that the answer
 * does not show which PINs exist.
 */
function problem({ finding, meant }: CheckedPin): Pick<FieldError, "message" | "suggestion"> {
  if (finding === "own") return { message: "This PIN is already one of your ornaments." };
  if (!meant) return { message: unknown };
  const pin = formatPinCode(meant.code);
  return meant.finding === "own"
    ? { message: `${unknown} ${pin} is already one of your ornaments.` }
    : { message: unknown, suggestion: pin };
}
