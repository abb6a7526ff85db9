import { limits } from "@ornament/contracts/domain/limits";
import {
  fittingValues,
  forgetValues,
  keepValues,
  keptValues,
} from "../../app/browser-storage/kept-values.ts";
import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";
import { emptyRow, type PinRow } from "./pin-rows.ts";

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
