import type { ErrorSummaryProps } from "../../ui/form-fields/error-summary.tsx";
import { lookAlikeHint } from "./look-alikes.ts";
import { nameFieldId, type PinRow, type PlacedMessages, pinFieldId, pinProblem } from "./pin-rows.ts";

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
export const pinErrorOf = ({ visited, attempt, serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[pinFieldId(row)] ??
  (attempt > 0 || visited.includes(row.id) ? pinProblem(row.pin) : undefined);

export const nameErrorOf = ({ serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[nameFieldId(row)];

/** Help with a PIN that the server refused. */
export interface PinHelp {
  /** The PIN that the server proposes. */
  suggestion: string | undefined;
  /** Without a proposal: the characters that may have been misread. */
  lookAlikes: string | undefined;
}

/**
 * Help with a PIN that the server refused; undefined for every other PIN. One of the account's own ornaments
 * was not misread.
 */
export function pinHelpOf({ serverError, owned }: PinFormState, row: PinRow): PinHelp | undefined {
  const field = pinFieldId(row);
  if (serverError?.fields[field] === undefined) return undefined;
  const suggestion = serverError.suggestions[field];
  const misread = suggestion === undefined && !owned.includes(row.pin);
  return { suggestion, lookAlikes: misread ? lookAlikeHint(row.pin) : undefined };
}

/**
 * The errors listed above the form once it was sent: first the errors of the whole form, then the errors of
 * each field, with the ornament's number. Before that only the fields show errors: a list would move the
 * field that is being filled in.
 */
export function errorSummaryOf(state: PinFormState): ErrorSummaryProps {
  const { rows, attempt, repeated, serverError } = state;
  if (attempt === 0 && !serverError) return { attempt, errors: [] };
  const formLevel = [...(serverError?.listed ?? []), ...(repeated === undefined ? [] : [repeated])];
  const prefixOf = (index: number) => (rows.length > 1 ? `Ornament ${index + 1}: ` : "");
  const atFields = rows.flatMap((row, index) =>
    [
      { fieldId: pinFieldId(row), message: pinErrorOf(state, row) },
      { fieldId: nameFieldId(row), message: nameErrorOf(state, row) },
    ].flatMap(({ fieldId, message }) =>
      message === undefined ? [] : [{ fieldId, message: prefixOf(index) + message }],
    ),
  );
  return {
    attempt,
    title: serverError?.title,
    // Errors of the whole form are only shown here. With several ornaments, a refusal says that none was
    // added. A single error of the only ornament is shown at its field.
    atLeast: formLevel.length > 0 || (serverError && rows.length > 1) ? 1 : 2,
    errors: [...formLevel.map((message) => ({ message })), ...atFields],
  };
}
