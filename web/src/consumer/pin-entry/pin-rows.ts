import { requiredMessage } from "@ornament/contracts/values/email";
import { parsePinCode, pinFormatMessage, pinsNotUniqueMessage } from "@ornament/contracts/values/pin-code";
import { fieldErrorsOf, isApiError, listedErrorsOf } from "../../app/calls/api-error.ts";
import type { ErrorSummaryProps } from "../../ui/form-fields/error-summary.tsx";
import { pinLength } from "../../ui/pin-field/pin-format.ts";
import { differencesOf, lookAlikeQuestions, lookAlikesIn } from "./look-alikes.ts";

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
function rowWithSamePin(rows: readonly PinRow[], row: PinRow): number | undefined {
  const index = rows.findIndex(({ pin }) => pin === row.pin);
  return parsePinCode(row.pin) !== undefined && index < rows.indexOf(row) ? index : undefined;
}

/** The error message for PINs that were entered more than once. */
export function repeatedPinsProblem(rows: readonly PinRow[]): string | undefined {
  const codes = rows.flatMap(({ pin }) => (parsePinCode(pin) === undefined ? [] : [pin]));
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  return repeated.length === 0 ? undefined : pinsNotUniqueMessage(repeated);
}

interface PlacedMessages {
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

export interface ServerError extends PlacedMessages {
  title: string;
}

/** The state that decides which errors of the PIN form are shown. */
export interface PinFormState {
  rows: readonly PinRow[];
  /** The ids of the rows whose PIN field was left. */
  visited: readonly number[];
  /** The number of times that the consumer has tried to send the form. */
  attempt: number;
  /** The message for PINs that were entered more than once. */
  repeated: string | undefined;
  serverError: ServerError | undefined;
  /** The PINs of the account's ornaments. */
  owned: readonly string[];
}

/** The server's error at a PIN, or else the form's own error once the field was left or the form was sent. */
export function pinErrorOf({ rows, visited, attempt, repeated, serverError }: PinFormState, row: PinRow) {
  const refusal = serverError?.fields[pinFieldId(row)];
  if (refusal !== undefined) return refusal;
  const before = repeated === undefined ? undefined : rowWithSamePin(rows, row);
  if (before !== undefined) return `The same PIN as ornament ${before + 1}`;
  return attempt > 0 || visited.includes(row.id) ? pinProblem(row.pin) : undefined;
}

export const nameErrorOf = ({ serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[nameFieldId(row)];

/** Help with a PIN that the server refused. */
export interface PinHelp {
  /** The PIN that the server proposes. */
  suggestion: string | undefined;
  /** The places of the characters to check, counted from 0 with the hyphen. */
  marked: readonly number[];
  /** Without a proposal: the characters to check, in words. */
  questions: readonly string[];
}

/**
 * Help with a PIN that the server refused; undefined for every other PIN. One of the account's own ornaments
 * was not misread.
 */
export function pinHelpOf({ serverError, owned }: PinFormState, row: PinRow): PinHelp | undefined {
  const field = pinFieldId(row);
  if (serverError?.fields[field] === undefined) return undefined;
  const suggestion = serverError.suggestions[field];
  if (suggestion !== undefined)
    return { suggestion, marked: differencesOf(row.pin, suggestion), questions: [] };
  if (owned.includes(row.pin)) return { suggestion, marked: [], questions: [] };
  return { suggestion, marked: lookAlikesIn(row.pin), questions: lookAlikeQuestions(row.pin) };
}

/**
 * The list above a form that was sent: first the errors of the whole form, then links to the ornaments with
 * an error. The error itself is shown at its field. The only ornament needs no link.
 */
export function errorSummaryOf(state: PinFormState): ErrorSummaryProps {
  const { rows, attempt, repeated, serverError } = state;
  if (attempt === 0 && !serverError) return { attempt, errors: [] };
  const again = repeated === undefined ? [] : rows.filter((row) => rowWithSamePin(rows, row) !== undefined);
  const formLevel = [
    ...(serverError?.listed ?? []).map((message) => ({ message })),
    ...again.slice(0, 1).map((row) => ({ fieldId: pinFieldId(row), message: repeated ?? "" })),
  ];
  const several = rows.length > 1;
  const atFields = rows.flatMap((row, index) => {
    const ornament = `Ornament ${index + 1}`;
    return [
      {
        fieldId: pinFieldId(row),
        error: again.includes(row) ? undefined : pinErrorOf(state, row),
        message: `${ornament}: ${row.pin || "PIN"}`,
      },
      { fieldId: nameFieldId(row), error: nameErrorOf(state, row), message: `${ornament}: Nickname` },
    ].flatMap(({ error, ...link }) => (error === undefined ? [] : [link]));
  });
  return {
    attempt,
    title: serverError?.title,
    // With several ornaments, a refusal says that none was added. Without a list, the first wrong field takes
    // the focus.
    atLeast: formLevel.length > 0 || (serverError && several) ? 1 : several ? 2 : Number.POSITIVE_INFINITY,
    errors: [...formLevel, ...(several || formLevel.length === 0 ? atFields : [])],
  };
}
