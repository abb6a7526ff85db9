import { useState } from "react";
import { messageOf } from "../../app/api-error.ts";
import { afterPress } from "../../ui/after-press.ts";
import {
  errorSummaryOf,
  nameErrorOf,
  type PinFormState,
  pinErrorOf,
  type ServerError,
} from "./pin-form-errors.ts";
import { emptyRow, type PinRow, pinProblem, placeMessages, repeatedPinsProblem } from "./pin-rows.ts";

/** The state of the PIN form: its rows, and the errors found here or by the server. */
export function usePinRows() {
  const [rows, setRows] = useState<readonly PinRow[]>([emptyRow(1)]);
  const [visited, setVisited] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [repeated, setRepeated] = useState<string>();
  const [serverError, setServerError] = useState<ServerError>();
  const state: PinFormState = { rows, visited, attempt, repeated, serverError };

  return {
    rows,
    summary: errorSummaryOf(state),
    pinErrorOf: (row: PinRow) => pinErrorOf(state, row),
    nameErrorOf: (row: PinRow) => nameErrorOf(state, row),
    edit(id: number, change: Partial<PinRow>) {
      setRows((before) => before.map((row) => (row.id === id ? { ...row, ...change } : row)));
      setRepeated(undefined);
      setServerError(undefined);
    },
    pinBlurred: (row: PinRow) =>
      row.pin !== "" && afterPress(() => setVisited((before) => [...before, row.id])),
    add(): PinRow {
      const row = emptyRow(Math.max(...rows.map(({ id }) => id)) + 1);
      setRows([...rows, row]);
      // The new row shows no error yet, the rows before it keep theirs.
      setAttempt(0);
      setVisited(rows.map(({ id }) => id));
      return row;
    },
    remove(id: number) {
      setRows(rows.filter((row) => row.id !== id));
      setRepeated(undefined);
      setServerError(undefined);
    },
    /** Shows all errors found here; returns true if there are none. */
    validate(): boolean {
      const repeatedPins = repeatedPinsProblem(rows);
      setRepeated(repeatedPins);
      setServerError(undefined);
      setAttempt((before) => before + 1);
      return repeatedPins === undefined && rows.every(({ pin }) => pinProblem(pin) === undefined);
    },
    /** Shows the server's error. Returns the message for the whole form if the error names no PIN. */
    showError(error: unknown): string | undefined {
      const placed = placeMessages(error, rows);
      setAttempt((before) => before + 1);
      if (placed.listed.length === 0 && Object.keys(placed.fields).length === 0) return messageOf(error);
      setServerError({ ...placed, title: messageOf(error) });
      return undefined;
    },
  };
}

export type PinRows = ReturnType<typeof usePinRows>;
