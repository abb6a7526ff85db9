import {
  type AdminDocument,
  adminsReadModel,
  type FormerAdminDocument,
} from "@ornament/contracts/read-models/admins";
import { present } from "@ornament/contracts/read-models/read-model";
import type { ReadView } from "../read-side/view.ts";

/** The email address of an admin. A deleted admin has it until the personal data are erased. */
export interface AdminAddress {
  readonly email: string;
  readonly deleted: boolean;
}

/**
 * The email addresses of admins by id, also of deleted ones; those of `ids` only, if given. An admin whose
 * data are erased is missing.
 */
export async function adminAddresses(
  view: ReadView,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, AdminAddress>> {
  const filter = { ...(ids ? { _id: { $in: [...ids] } } : {}), ...present };
  const options = { projection: { email: 1 } };
  const [former, admins] = await Promise.all([
    view.collection<FormerAdminDocument>(adminsReadModel, "former").find(filter, options).toArray(),
    view.collection<AdminDocument>(adminsReadModel).find(filter, options).toArray(),
  ]);
  const addresses = new Map<number, AdminAddress>();
  for (const { _id, email } of former) addresses.set(_id, { email, deleted: true });
  for (const { _id, email } of admins) if (email !== null) addresses.set(_id, { email, deleted: false });
  return addresses;
}
