import { accessReadModel } from "./access/document.ts";
import { actionLogReadModel } from "./action-log/document.ts";
import { adminsReadModel } from "./admins/document.ts";
import { bulkChangesReadModel } from "./bulk-changes/document.ts";
import { consumersReadModel } from "./consumers/document.ts";
import { pinImportsReadModel } from "./imports/document.ts";
import { pinsReadModel } from "./pins/document.ts";
import type { ProjectionName } from "./projections/names.ts";
import type { ReadModel } from "./projections/read-model.ts";
import { settingsReadModel } from "./settings/document.ts";
import { signInHelpReadModel } from "./sign-in-help/document.ts";

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
