import { adminsReadModel } from "@ornament/contracts/read-models/admins";
import type { Marks } from "../read-side/marks.ts";
import type { ReadView } from "../read-side/view.ts";

/** The admins among these whose account, or what is kept of a deleted one, is not up to date. */
export async function adminMarks(view: ReadView, ids: readonly number[]): Promise<Marks<number>> {
  const [accounts, former] = await Promise.all([
    view.marks(adminsReadModel, ids),
    view.marks(adminsReadModel, ids, "former"),
  ]);
  return new Map([...former, ...accounts]);
}
