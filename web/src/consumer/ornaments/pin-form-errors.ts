import type { ErrorSummaryProps } from "../../ui/error-summary.tsx";
import { nameFieldId, type PinRow, type PlacedMessages, pinFieldId, pinProblem } from "./pin-rows.ts";

export interface ServerError extends PlacedMessages {
  title: string;
}

/** What decides which errors of the PIN form are shown. */
export interface PinFormState {
  rows: readonly PinRow[];
  /** The ids of the rows whose PIN was filled in and left. */
  visited: readonly number[];
  /** How often the consumer has tried to send the form. */
  attempt: number;
  /** The message for PINs that were entered more than once. */
  repeated: string | undefined;
  serverError: ServerError | undefined;
}

/** The server's error at a PIN, otherwise its own once it was left or the form was sent. */
export const pinErrorOf = ({ visited, attempt, serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[pinFieldId(row)] ??
  (attempt > 0 || visited.includes(row.id) ? pinProblem(row.pin) : undefined);

export const nameErrorOf = ({ serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[nameFieldId(row)];

/** The errors listed above the form: first those of the whole form, then those of each field, with the ornament's number. */
export function errorSummaryOf(state: PinFormState): ErrorSummaryProps {
  const { rows, attempt, repeated, serverError } = state;
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
    // The server's error and an error of no single field are only shown here. A single error of a field is shown at the field.
    atLeast: serverError || formLevel.length > 0 ? 1 : 2,
    errors: [...formLevel.map((message) => ({ message })), ...atFields],
  };
}
