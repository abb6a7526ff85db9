import { adminAccountHandlers } from "./admin/account-routes.ts";
import { adminPasswordHandlers } from "./admin/password-routes.ts";
import { adminSelfHandlers } from "./admin/self-routes.ts";
import { adminSessionHandlers } from "./admin/session-routes.ts";
import { consumerHandlers } from "./consumer/routes.ts";
import type { Dependencies } from "./dependencies.ts";
import { ornamentHandlers } from "./ornament/routes.ts";
import { pinImportHandlers } from "./pin-import/routes.ts";
import { playerSessionHandlers } from "./player-session/routes.ts";
import { settingHandlers } from "./setting/routes.ts";

/** Every handler of the service by its route's name. */
export const allHandlers = (dependencies: Dependencies) => ({
  ...adminSessionHandlers(dependencies),
  ...adminPasswordHandlers(dependencies),
  ...adminSelfHandlers(dependencies),
  ...adminAccountHandlers(dependencies),
  ...settingHandlers(dependencies),
  ...consumerHandlers(dependencies),
  ...ornamentHandlers(dependencies),
  ...pinImportHandlers(dependencies),
  ...playerSessionHandlers(dependencies),
});
