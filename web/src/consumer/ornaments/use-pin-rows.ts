import { useState } from "react";
import { messageOf } from "../../app/api-error.ts";
import { afterPress } from "../../ui/after-press.ts";
import type { ErrorSummaryProps } from "../../ui/error-summary.tsx";
import {
  emptyRow,
  nameFieldId,
  type PinRow,
  type PlacedMessages,
  pinFieldId,
  pinProblem,
  placeMessages,
  repeatedPinsProblem,
} from "./pin-rows.ts";

interface Refusal extends PlacedMessages {
  title: string;
}

/** The rows of the PIN form with what stands against them, here and on the server. */
export function usePinRows() {
  const [rows, setRows] = useState<readonly PinRow[]>([emptyRow(1)]);
  const [left, setLeft] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [repeated, setRepeated] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();

  const edited = (id: number, change: Partial<PinRow>) => {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...change } : row)));
    setRepeated(undefined);
    setRefusal(undefined);
  };
  const pinErrorOf = (row: PinRow) =>
    refusal?.fields[pinFieldId(row)] ??
    (attempt > 0 || left.includes(row.id) ? pinProblem(row.pin) : undefined);
  const nameErrorOf = (row: PinRow) => refusal?.fields[nameFieldId(row)];

  const formLevel = [...(refusal?.listed ?? []), ...(repeated === undefined ? [] : [repeated])];
  const placeOf = (index: number) => (rows.length > 1 ? `Ornament ${index + 1}: ` : "");
  const named = (index: number, message: string | undefined) => message && `${placeOf(index)}${message}`;
  const atFields = rows.flatMap((row, index) => [
    { fieldId: pinFieldId(row), message: named(index, pinErrorOf(row)) },
    { fieldId: nameFieldId(row), message: named(index, nameErrorOf(row)) },
  ]);
  const summary: ErrorSummaryProps = {
    attempt,
    title: refusal?.title,
    // What the server says is listed above the form (spec §8), and so is what concerns no single field.
    atLeast: refusal || formLevel.length > 0 ? 1 : 2,
    errors: [
      ...formLevel.map((message) => ({ message })),
      ...atFields.flatMap(({ fieldId, message }) => (message === undefined ? [] : [{ fieldId, message }])),
    ],
  };

  return {
    rows,
    summary,
    pinErrorOf,
    nameErrorOf,
    edit: edited,
    left: (row: PinRow) => row.pin !== "" && afterPress(() => setLeft((before) => [...before, row.id])),
    add(): PinRow {
      const row = emptyRow(Math.max(...rows.map(({ id }) => id)) + 1);
      setRows([...rows, row]);
      // The new row is empty because it is new, not because somebody forgot it.
      setAttempt(0);
      setLeft(rows.map(({ id }) => id));
      return row;
    },
    remove(id: number) {
      setRows(rows.filter((row) => row.id !== id));
      setRepeated(undefined);
      setRefusal(undefined);
    },
    /** Marks a try to send; true when nothing here stands against it. */
    tried(): boolean {
      const twice = repeatedPinsProblem(rows);
      setRepeated(twice);
      setRefusal(undefined);
      setAttempt((before) => before + 1);
      return twice === undefined && rows.every(({ pin }) => pinProblem(pin) === undefined);
    },
    /** Shows a refusal; the message to show for the form as a whole where the server named nothing. */
    refused(error: unknown): string | undefined {
      const placed = placeMessages(error, rows);
      setAttempt((before) => before + 1);
      if (placed.listed.length === 0 && Object.keys(placed.fields).length === 0) return messageOf(error);
      setRefusal({ ...placed, title: messageOf(error) });
      return undefined;
    },
  };
}

export type PinRows = ReturnType<typeof usePinRows>;
