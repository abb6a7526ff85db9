import type { Dependencies } from "./dependencies.ts";
import { settingHandlers } from "./use-cases/change-setting/routes.ts";
import { consumerHandlers } from "./use-cases/consumer-handlers.ts";
import { pinImportHandlers } from "./use-cases/import-pins/routes.ts";
import { adminAccountHandlers } from "./use-cases/manage-admins/account-routes.ts";
import { adminSelfHandlers } from "./use-cases/manage-admins/self-routes.ts";
import { ornamentHandlers } from "./use-cases/ornament-handlers.ts";
import { playerSessionHandlers } from "./use-cases/player-session/routes.ts";
import { adminPasswordHandlers } from "./use-cases/reset-admin-password/password-routes.ts";
import { adminSessionHandlers } from "./use-cases/sign-in/admin-sign-in.ts";

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
