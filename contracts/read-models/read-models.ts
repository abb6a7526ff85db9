import type { ProjectionName } from "../events/projections.ts";
import { accessReadModel } from "./access.ts";
import { actionLogReadModel } from "./action-log.ts";
import { adminsReadModel } from "./admins.ts";
import { bulkChangesReadModel } from "./bulk-changes.ts";
import { consumersReadModel } from "./consumers.ts";
import { pinImportsReadModel } from "./pin-imports.ts";
import { pinsReadModel } from "./pins.ts";
import type { ReadModel } from "./read-model.ts";
import { settingsReadModel } from "./settings.ts";
import { signInHelpReadModel } from "./sign-in-help.ts";

/** Every read model by its name, in the version that this build writes and reads. */
export const readModels: Readonly<Record<ProjectionName, ReadModel>> = {
  admins: adminsReadModel,
  pins: pinsReadModel,
  consumers: consumersReadModel,
  actionLog: actionLogReadModel,
  settings: settingsReadModel,
  pinImports: pinImportsReadModel,
  bulkChanges: bulkChangesReadModel,
  access: accessReadModel,
  signInHelp: signInHelpReadModel,
};
