import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import {
  fittingValues,
  forgetValues,
  keepValues,
  keptValues,
} from "../../app/browser-storage/kept-values.ts";
import { type KeyValueStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { afterPress } from "../../ui/press/after-press.ts";
import {
  emptyRow,
  errorSummaryOf,
  nameErrorOf,
  type PinFormState,
  type PinRow,
  pinErrorOf,
  pinHelpOf,
  pinProblem,
  placeMessages,
  repeatedPinsProblem,
  type ServerError,
} from "./pin-rows.ts";

const triesSaidFrom = 3;
/** So few tries are said after the first refusal, such as after a reload. */
const fewTries = 3;

/**
 * The state of the PIN form: its rows, and the errors found here or by the server. The typed text is kept
 * under the name `keepAs`. `owned` are the PINs of the account's ornaments.
 */
export function usePinRows(keepAs: string, owned: readonly string[]) {
  const [rows, setRows] = useState(() => keptRows(sessionStore, keepAs));
  const [visited, setVisited] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [repeated, setRepeated] = useState<string>();
  const [serverError, setServerError] = useState<ServerError>();
  const [tries, setTries] = useState({ refusals: 0, left: Number.POSITIVE_INFINITY, breakSeconds: 0 });
  const state: PinFormState = { rows, visited, attempt, repeated, serverError, owned };

  const change = (next: readonly PinRow[]) => {
    setRows(next);
    keepRows(sessionStore, keepAs, next);
    setRepeated(undefined);
    setServerError(undefined);
  };

  return {
    rows,
    /** The tries left, from the third wrong entry on, or when they are few; undefined before. */
    tries: tries.refusals >= triesSaidFrom || tries.left <= fewTries ? tries : undefined,
    summary: errorSummaryOf(state),
    pinErrorOf: (row: PinRow) => pinErrorOf(state, row),
    nameErrorOf: (row: PinRow) => nameErrorOf(state, row),
    pinHelpOf: (row: PinRow) => pinHelpOf(state, row),
    edit: (id: number, edited: Partial<PinRow>) =>
      change(rows.map((row) => (row.id === id ? { ...row, ...edited } : row))),
    pinBlurred: (row: PinRow) => afterPress(() => setVisited((before) => [...before, row.id])),
    add(): PinRow {
      const row = emptyRow(Math.max(...rows.map(({ id }) => id)) + 1);
      setRows([...rows, row]);
      // The new row shows no error yet. The rows before it keep theirs.
      setAttempt(0);
      setVisited(rows.map(({ id }) => id));
      return row;
    },
    remove: (id: number) => change(rows.filter((row) => row.id !== id)),
    /** Keeps the typed text again after a sign-out. */
    keep: () => keepRows(sessionStore, keepAs, rows),
    /** Forgets the typed text after the PINs were added. */
    forget: () => forgetValues(sessionStore, keepAs),
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
      const left = isApiError(error) ? error.tries : undefined;
      if (left) setTries(({ refusals }) => ({ ...left, refusals: refusals + 1 }));
      setAttempt((before) => before + 1);
      if (placed.listed.length === 0 && Object.keys(placed.fields).length === 0) return messageOf(error);
      setServerError({ ...placed, title: messageOf(error) });
      return undefined;
    },
  };
}

export type PinRows = ReturnType<typeof usePinRows>;

const isEmpty = ({ pin, name }: PinRow) => pin === "" && name === "";

/**
 * The rows that were typed before a reload, a sign-in or Back, or else one empty row. Their ids count from 1.
 */
export function keptRows(session: KeyValueStore, form: string): readonly PinRow[] {
  const kept = keptValues(session, form);
  if (!Array.isArray(kept) || kept.length === 0) return [emptyRow(1)];
  return kept
    .slice(0, limits.ornamentsPerAccount)
    .map((row: unknown, index) => ({ ...fittingValues(emptyRow(1), row), id: index + 1 }));
}

/** Keeps the rows. An empty form is not kept. */
export function keepRows(session: KeyValueStore, form: string, rows: readonly PinRow[]): void {
  if (rows.every(isEmpty)) forgetValues(session, form);
  else keepValues(session, form, rows);
}
