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
