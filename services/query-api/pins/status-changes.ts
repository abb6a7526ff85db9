import type { PinStatusChange } from "@ornament/contracts/api/pins";
import type { PinDocument } from "@ornament/contracts/read-models/pins";
import { adminAddresses } from "../addresses/admin-addresses.ts";
import type { ReadView } from "../read-side/view.ts";

/** The email addresses of admins by id. Admins whose data are erased are missing. */
export type AdminEmails = ReadonlyMap<number, string | null>;

/** The email addresses of the admins who changed the status of these PINs. */
export async function adminEmailsFor(
  view: ReadView,
  pins: readonly Pick<PinDocument, "statusChange">[],
): Promise<AdminEmails> {
  const ids = new Set(pins.flatMap(({ statusChange }) => statusChange?.adminId ?? []));
  if (ids.size === 0) return new Map();
  const admins = await adminAddresses(view, [...ids]);
  return new Map([...admins].map(([id, { email }]) => [id, email]));
}

/** Finds the email addresses for PINs in sequence: each admin is read once. */
export function rememberedAdminEmails(
  view: ReadView,
): (pin: PinDocument | undefined) => Promise<AdminEmails> {
  const known = new Map<number, string | null>();
  return async (pin) => {
    const id = pin?.statusChange?.adminId ?? null;
    if (pin && id !== null && !known.has(id))
      known.set(id, (await adminEmailsFor(view, [pin])).get(id) ?? null);
    return known;
  };
}

export function toStatusChange(
  change: PinDocument["statusChange"],
  emails: AdminEmails,
): PinStatusChange | null {
  if (change === null) return null;
  const { blocked, comment, createdAt, role, adminId } = change;
  return {
    blocked,
    comment,
    createdAt: createdAt.toISOString(),
    role,
    admin: adminId === null ? null : { id: adminId, email: emails.get(adminId) ?? null },
  };
}
