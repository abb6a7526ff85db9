import { adminPasswordLink, writeAdminPasswordToken } from "@ornament/contracts/mails/links";
import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { roleLabels } from "@ornament/contracts/values/roles";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Parts } from "../compose-parts.ts";
import { ofSystem } from "../http/request-contexts.ts";
import { type AdminDirectory, adminByEmail, type DirectoryEntry } from "./directory-decider.ts";
import { passwordLinkSignature } from "./reset-admin-password.ts";

/** What a recovery needs. The operator's command has no other parts. */
type Recovering = Pick<Parts, "admins" | "adminDirectory" | "secrets" | "clock" | "uuid" | "randomNonce"> & {
  readonly publicUrl: string;
};

/**
 * Lets an IT Admin in again: changes the (normalised, valid) email address, ends the sessions and the
 * password, and returns the link that sets a new password. It works once, for a day. The directory decides.
 * If it stops before the second step, a repetition does both. Throws `admin_not_found`, `forbidden`,
 * `email_taken` and `conflict`.
 */
export async function recoverAdmin(
  parts: Recovering,
  { adminId, formerEmail, email }: { adminId: number; formerEmail: string | null; email: string },
): Promise<string> {
  const { admins, adminDirectory, secrets, publicUrl, uuid, randomNonce } = parts;
  const { current: key } = secrets.ring("proof");
  const context = { ...ofSystem(parts), requestId: uuid(), keyId: key.id };
  await adminDirectory.handle("main", { type: "RecoverAdmin", adminId, email }, context);
  const nonce = randomNonce();
  const at = context.now.getTime();
  const command = { type: "RecoverAdmin", adminId, formerEmail, email, nonce, at } as const;
  const { state } = await admins.handle(adminId, command, context);
  if (state.link?.nonce !== nonce) throw new Error("A recovery made no link");
  const signature = passwordLinkSignature(key, adminId, state.link);
  return adminPasswordLink(publicUrl, adminId, writeAdminPasswordToken({ nonce, signature }));
}

/** The only IT Admin, or the one with the id or address `wanted`. Throws `ConfigError` for any other. */
export function adminToRecover(directory: AdminDirectory, wanted: string | undefined): DirectoryEntry {
  const itAdmins = [...directory.admins.values()].filter(({ role }) => role === "ADMIN");
  const list = itAdmins.map(shownAdmin).join(", ");
  if (wanted === undefined) {
    const [only, ...others] = itAdmins;
    if (!only)
      throw new ConfigError("there is no IT Admin yet; the start of the product creates one at ADMIN_EMAIL");
    if (others.length === 0) return only;
    throw new ConfigError(`there are ${itAdmins.length} IT Admins; name one with --admin <id>: ${list}`);
  }
  const found = /^\d+$/.test(wanted)
    ? directory.admins.get(Number(wanted))
    : adminByEmail(directory, normaliseEmail(wanted));
  if (!found) throw new ConfigError(`there is no admin ${wanted}; the IT Admins are ${list}`);
  if (found.role === "ADMIN") return found;
  throw new ConfigError(
    `admin ${shownAdmin(found)} is ${roleLabels[found.role]}; an IT Admin changes that account in the back office. The IT Admins are ${list}`,
  );
}

/** The stored form. Throws `ConfigError` for an invalid address, and for another admin's. */
export function addressForRecovery(directory: AdminDirectory, text: string, adminId: number): string {
  const email = normaliseEmail(text);
  const problem = emailProblem(email);
  if (problem !== undefined) throw new ConfigError(`${text || "the email address"}: ${problem}`);
  const owner = adminByEmail(directory, email);
  if (owner && owner.adminId !== adminId)
    throw new ConfigError(
      `${email} belongs to another admin, ${owner.adminId} (${roleLabels[owner.role]}); choose another address`,
    );
  return email;
}

const shownAdmin = ({ adminId, email }: DirectoryEntry) => `${adminId} (${shownEmail(email)})`;

/** An address that can't be read is shown as unknown. */
export const shownEmail = (email: string | null) => email ?? "address unknown";
