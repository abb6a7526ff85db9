import { type AdminRole, adminRoles } from "../values/roles.ts";

/** A kind of caller. `device` is the bearer of a device token (the player); `anonymous` is everyone. */
export type Caller = "anonymous" | "consumer" | "device" | AdminRole;

/** The admins who may read consumers, PINs, settings and the log. A new role gets a place in such lists. */
export const readers = ["MEMBER", "ADMIN", "AUDITOR"] as const satisfies readonly AdminRole[];
/** The admins who may change consumers, their devices and PINs. */
export const changers = ["MEMBER", "ADMIN"] as const satisfies readonly AdminRole[];
/**
 * The admins who may do everything: also admin accounts, settings, imports and consumers' email addresses.
 */
export const itAdmins = ["ADMIN"] as const satisfies readonly AdminRole[];
/** The admins who may read the Admins table, every admin's profile and the Settings page. */
export const overseers = ["ADMIN", "AUDITOR"] as const satisfies readonly AdminRole[];
/** Every admin, for their own account. */
export const everyAdmin = adminRoles;
export const consumers = ["consumer"] as const satisfies readonly Caller[];
export const devices = ["device"] as const satisfies readonly Caller[];
export const anybody = [
  "anonymous",
  "consumer",
  "device",
  ...adminRoles,
] as const satisfies readonly Caller[];

/** Whether a list of callers names an admin role. */
export const includesAdmins = (callers: readonly Caller[]): boolean =>
  adminRoles.some((role) => callers.includes(role));
