import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { adminMarks } from "../addresses/admin-marks.ts";
import { earliest, type Marks } from "../read-side/marks.ts";
import type { ReadView } from "../read-side/view.ts";

type Shown = Pick<PinDocument, "_id" | "statusChange">;

/**
 * The PINs that are not up to date, or whose status was changed by an admin who is not.
 * @param ids the ids of all wanted PINs, also of those without a document
 */
export async function pinMarks(
  view: ReadView,
  ids: readonly number[],
  pins: readonly Shown[],
): Promise<Marks<number>> {
  const adminIds = pins.flatMap(({ statusChange }) => statusChange?.adminId ?? []);
  const [own, ofAdmins] = await Promise.all([view.marks(pinsReadModel, ids), adminMarks(view, adminIds)]);
  const marks = new Map(own);
  for (const { _id, statusChange } of pins) {
    const since = earliest([own.get(_id), ofAdmins.get(statusChange?.adminId ?? -1)]);
    if (since) marks.set(_id, since);
  }
  return marks;
}
