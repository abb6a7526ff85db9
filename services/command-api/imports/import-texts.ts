import { beginningOf } from "@ornament/contracts/values/hidden-characters";
import { limits } from "@ornament/contracts/values/limits";
import type { ImportCounts, RefusedRow } from "./decider.ts";
import type { Tally } from "./import-rows.ts";
import { badRowReason } from "./pin-rows.ts";

const grouped = (n: number) => n.toLocaleString("en-US");
const count = (n: number, one: string, many: string) => `${grouped(n)} ${n === 1 ? one : many}`;

/** E.g. "996 PINs added, 1 duplicate, 2 bad rows". */
export const importedCounts = ({ added, duplicates, bad }: ImportCounts) =>
  `${count(added, "PIN", "PINs")} added, ${count(duplicates, "duplicate", "duplicates")}, ${count(bad, "bad row", "bad rows")}`;

/** The message about an import: its counts, and the reason if it added nothing. */
export const importMessage = (counts: ImportCounts) =>
  counts.added > 0 ? importedCounts(counts) : `${importedCounts(counts)}. ${whyNothing(counts)}`;

/** E.g. "996 new PINs, 1 exists already, 0 twice in the file, 2 not a PIN". */
export function previewMessage({ added, exists, repeated, bad }: Tally): string {
  const parts = [
    count(added, "new PIN", "new PINs"),
    count(exists, "exists already", "exist already"),
    `${grouped(repeated)} twice in the file`,
    `${grouped(bad)} not a PIN`,
  ];
  const duplicates = exists + repeated;
  const why = whyNothing({ rows: added + duplicates + bad, added, duplicates, bad });
  return added > 0 ? parts.join(", ") : `${parts.join(", ")}. ${why}`;
}

function whyNothing({ rows, duplicates, bad }: ImportCounts): string {
  if (rows === 0) return "The file has no rows with PINs.";
  if (bad === rows)
    return "No row of the file has a valid PIN (XXXX-XXX). Give the column of the PINs the title PIN.";
  return duplicates === rows
    ? "Every PIN of the file exists already, so there is nothing to add."
    : "Every valid PIN of the file exists already, so there is nothing to add.";
}

/** The refused rows in words. Bad rows come first because the page shows only the first errors. */
export function importErrors(refused: readonly RefusedRow[]): string[] {
  const isBad = ({ reason }: RefusedRow) => reason.startsWith(badRowReason);
  const inWords = ({ line, text, reason }: RefusedRow) =>
    `Line ${line}: ${text === "" ? "empty" : `“${text}”`} – ${reason}`;
  return [...refused.filter(isBad), ...refused.filter((row) => !isBad(row))].map(inWords);
}

/** PINs of a file without a batch column get the file's name as their batch. */
export const batchOfFile = (fileName: string) => beginningOf(fileName, limits.batchName);
