import { requiredMessage } from "@ornament/contracts/domain/email";
import { parsePinCode, pinFormatMessage, pinsNotUniqueMessage } from "@ornament/contracts/domain/pin-code";
import { fieldErrorsOf, isApiError, listedErrorsOf } from "../../app/calls/api-error.ts";
import { pinLength } from "../../ui/pin-field/pin-format.ts";

/** One ornament of the form. Its id stays the same when other rows are removed. */
export interface PinRow {
  id: number;
  pin: string;
  name: string;
}

export const emptyRow = (id: number): PinRow => ({ id, pin: "", name: "" });

export const pinFieldId = (row: Pick<PinRow, "id">) => `pin-${row.id}`;
export const nameFieldId = (row: Pick<PinRow, "id">) => `name-${row.id}`;

/** The error message for a PIN as typed. */
export function pinProblem(pin: string): string | undefined {
  if (pin.trim() === "") return requiredMessage;
  return parsePinCode(pin) === undefined ? pinFormatMessage : undefined;
}

/** The number of characters that an unfinished PIN lacks, as a hint. */
export function missingHint(pin: string): string | undefined {
  const missing = pinLength - pin.replace("-", "").length;
  if (pin === "" || missing <= 0) return undefined;
  return missing === 1 ? "One character is missing." : `${missing} characters are missing.`;
}

/** The index of an earlier row with the same PIN. */
export function rowWithSamePin(rows: readonly PinRow[], row: PinRow): number | undefined {
  const index = rows.findIndex(({ pin }) => pin === row.pin);
  return parsePinCode(row.pin) !== undefined && index < rows.indexOf(row) ? index : undefined;
}

/** The error message for PINs that were entered more than once. */
export function repeatedPinsProblem(rows: readonly PinRow[]): string | undefined {
  const codes = rows.flatMap(({ pin }) => (parsePinCode(pin) === undefined ? [] : [pin]));
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  return repeated.length === 0 ? undefined : pinsNotUniqueMessage(repeated);
}

export interface PlacedMessages {
  /** The messages by the id of the field. */
  fields: Record<string, string>;
  /** The PINs that the server proposes instead of refused ones, by the id of the field. */
  suggestions: Record<string, string>;
  listed: readonly string[];
}

/**
 * Places the server's messages: `pin.N.pin` and `pin.N.name` at the fields of row N (counted from 0), all
 * others in the list.
 */
export function placeMessages(error: unknown, rows: readonly PinRow[]): PlacedMessages {
  if (!isApiError(error)) return { fields: {}, suggestions: {}, listed: [] };
  const byPath = Object.entries(fieldErrorsOf(error)).map(
    ([path, message]) => [fieldOfPath(path, rows), message] as const,
  );
  const fields = byPath.filter((entry): entry is readonly [string, string] => entry[0] !== undefined);
  const formLevel = byPath.filter(([field]) => field === undefined).map(([, message]) => message);
  const suggestions = error.errors.flatMap((item) => {
    const field = typeof item === "string" ? undefined : fieldOfPath(item.path, rows);
    const suggestion = typeof item === "string" ? undefined : item.suggestion;
    return field !== undefined && suggestion !== undefined ? [[field, suggestion] as const] : [];
  });
  return {
    fields: Object.fromEntries(fields),
    suggestions: Object.fromEntries(suggestions),
    listed: [...listedErrorsOf(error), ...formLevel],
  };
}

function fieldOfPath(path: string, rows: readonly PinRow[]): string | undefined {
  const [, index, field] = /^pin\.(\d{1,3})\.(pin|name)$/.exec(path) ?? [];
  const row = rows[Number(index)];
  if (!row) return undefined;
  return field === "name" ? nameFieldId(row) : pinFieldId(row);
}
