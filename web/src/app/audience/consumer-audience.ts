import { consumerSessionPaths } from "@ornament/contracts/routes/consumer-site";
import type { Audience } from "./audience.ts";

export const consumerAudience: Audience = {
  name: "user",
  tokenKey: "tokenUser",
  refreshMark: "user_error",
  refresh: consumerSessionPaths.consumerRefresh,
  logout: consumerSessionPaths.consumerLogout,
};
