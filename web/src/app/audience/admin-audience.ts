import { adminSessionPaths } from "@ornament/contracts/routes/back-office";
import type { Audience } from "./audience.ts";

export const adminAudience: Audience = {
  name: "admin",
  tokenKey: "tokenAdmin",
  refreshMark: "admin_error",
  refresh: adminSessionPaths.adminRefresh,
  logout: adminSessionPaths.adminLogout,
};
