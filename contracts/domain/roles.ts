/** The two admin roles and their names in the product. */
export const adminRoles = ["ADMIN", "MEMBER"] as const;
export type AdminRole = (typeof adminRoles)[number];

export const roleLabels = { ADMIN: "IT Admin", MEMBER: "Customer support" } as const satisfies Record<
  AdminRole,
  string
>;
/** The labels of the System action log for actors without an admin role. */
export const customerLabel = "Customer";
export const systemLabel = "System";
