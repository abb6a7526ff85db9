/** The admin roles and their names in the product. */
export const adminRoles = ["ADMIN", "MEMBER", "AUDITOR"] as const;
export type AdminRole = (typeof adminRoles)[number];

export const roleLabels = {
  ADMIN: "IT Admin",
  MEMBER: "Customer support",
  AUDITOR: "Auditor",
} as const satisfies Record<AdminRole, string>;
/** The labels of the System action log for actors without an admin role. */
export const customerLabel = "Customer";
export const systemLabel = "System";

/** The name of an admin's role. A role that a newer build wrote is shown as it is stored. */
export const roleLabel = (role: string): string =>
  Object.hasOwn(roleLabels, role) ? roleLabels[role as AdminRole] : role;

/** The acts on a consumer that only an IT Admin may do, as Customer support asks for them. */
export const itAdminActNames = {
  "change-email": "Change the email",
  "release-pin": "Release the PIN",
  "copy-data": "Give a copy of the data",
  erase: "Erase the consumer",
} as const;

export type ItAdminAct = keyof typeof itAdminActNames;
export const itAdminActs = Object.keys(itAdminActNames) as [ItAdminAct, ...ItAdminAct[]];
