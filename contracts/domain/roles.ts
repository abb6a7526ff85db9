/** The two admin roles (spec §6) and how the product names them. */
export const adminRoles = ["ADMIN", "MEMBER"] as const;
export type AdminRole = (typeof adminRoles)[number];

export const roleLabels = { ADMIN: "IT Admin", MEMBER: "Customer support" } as const satisfies Record<
  AdminRole,
  string
>;
/** The action log's labels for actors without an admin role. */
export const customerLabel = "Customer";
export const systemLabel = "System";
