import type { ProjectionName } from "@ornament/contracts/projections/names";
import { access } from "./access.ts";
import { actionLog } from "./action-log.ts";
import { admins } from "./admins.ts";
import { bulkChanges } from "./bulk-changes.ts";
import { consumers } from "./consumers.ts";
import { pinImports } from "./imports.ts";
import { pins } from "./pins.ts";
import type { Projection } from "./projection.ts";
import { settings } from "./settings.ts";
import { signInHelp } from "./sign-in-help.ts";

export const projections: Readonly<Record<ProjectionName, Projection>> = {
  admins,
  pins,
  consumers,
  actionLog,
  settings,
  pinImports,
  bulkChanges,
  access,
  signInHelp,
};
