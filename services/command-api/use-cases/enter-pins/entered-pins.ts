import { formatPinCode, pinsNotUniqueMessage } from "@ornament/contracts/domain/pin-code";
import { type FieldError, Refusal } from "@ornament/contracts/errors";

/** A PIN that was entered, with its nickname. */
export interface EnteredPin {
  readonly pin: string;
  readonly name: string;
}

/** The result of a PIN's check. `unrecognised`: never issued, somebody else's or blocked; it counts as a failure. */
export type Finding = "free" | "own" | "unrecognised";

/** Refuses an entry with repeated PINs, and lists them. */
export function refuseRepeatedPins(entered: readonly EnteredPin[]): void {
  const codes = entered.map(({ pin }) => pin);
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  if (repeated.length === 0) return;
  const message = pinsNotUniqueMessage(repeated.map(formatPinCode));
  throw new Refusal("pins_refused", { message, errors: [{ path: "pin", message }] });
}

/** Refuses the whole entry if one PIN can't be added, and names each that can't. */
export function refuseBadPins(entered: readonly EnteredPin[], findings: readonly Finding[]): void {
  const errors = entered.flatMap(({ pin }, index): FieldError[] => {
    const finding = findings[index];
    return finding === "free" ? [] : [{ path: `pin.${index}.pin`, message: problem(pin, finding) }];
  });
  if (errors.length > 0) throw new Refusal("pins_refused", { errors });
}

/** The same text for a PIN that was never issued, somebody else's and a blocked one, so that nobody learns which PINs exist. */
function problem(code: string, finding: Finding | undefined): string {
  return finding === "own"
    ? `${formatPinCode(code)} is already one of your ornaments.`
    : `${formatPinCode(code)} was not recognised. Please check the PIN on your ornament.`;
}
