import { groupedNumber } from "../../ui/grouped-number.ts";
import type { BulkChange } from "./bulk-changes-api.ts";

export type Change = BulkChange["change"];

export const verbOf = (change: Change) => (change === "deactivate" ? "Deactivate" : "Activate");
const doneWord = (change: Change) => (change === "deactivate" ? "deactivated" : "activated");
const beforeWord = (change: Change) => (change === "deactivate" ? "deactivated" : "active");

/** "1 PIN", "9,812 PINs", or with `which` "9,812 other PINs". */
export const pinsText = (count: number, which: "" | "other " = "") =>
  `${groupedNumber(count)} ${which}${count === 1 ? "PIN" : "PINs"}`;

const objectOf = ({ total, batch }: Pick<BulkChange, "total" | "batch">) =>
  `of ${pinsText(total)}${batch === null ? "" : ` of ${batch}`}`;

/** The name of a bulk change: "Deactivation of 9,812 PINs of winter". */
export const titleOf = (bulkChange: BulkChange): string =>
  `${bulkChange.undoes ? "Undo: " : ""}${bulkChange.change === "deactivate" ? "Deactivation" : "Activation"} ${objectOf(bulkChange)}`;

/** The question before an undo: "Undo the deactivation of 9,812 PINs of winter?" */
export const undoQuestion = (bulkChange: BulkChange): string =>
  `Undo the ${bulkChange.change === "deactivate" ? "deactivation" : "activation"} ${objectOf(bulkChange)}?`;

/** The counts of a bulk change: "9,812 deactivated, 188 were deactivated before". */
export function countsText({ change, changed, already, refused, done, total, state }: BulkChange): string {
  return [
    `${groupedNumber(changed)} ${doneWord(change)}`,
    ...(already > 0
      ? [`${groupedNumber(already)} ${already === 1 ? "was" : "were"} ${beforeWord(change)} before`]
      : []),
    ...(refused > 0 ? [`${groupedNumber(refused)} left alone`] : []),
    ...(state === "stopped" ? [`${groupedNumber(total - done)} not reached`] : []),
  ].join(", ");
}

/** What a bulk change would do as of now: "9,812 PINs will be deactivated. 188 are deactivated already." */
export function previewText(
  change: Change,
  { count, wouldChange }: { count: number; wouldChange: number },
): string {
  const rest = count - wouldChange;
  const already = `${groupedNumber(rest)} ${rest === 1 ? "is" : "are"} ${beforeWord(change)} already.`;
  if (wouldChange === 0) return rest === 0 ? "No PIN would change." : `No PIN would change: ${already}`;
  const will = `${pinsText(wouldChange)} will be ${doneWord(change)}.`;
  return rest === 0 ? will : `${will} ${already}`;
}

/** The reasons why a bulk change left a PIN alone, in words. */
export const reasonTexts = {
  already: "had this status before",
  changed_since: "changed since",
  not_found: "does not exist",
  unreadable: "can’t be read",
} as const;
