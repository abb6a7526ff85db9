import type { ReadModel, Stored } from "../projections/read-model.ts";
import type { SettingName } from "../values/settings.ts";

/** A setting that was changed at least once. Others have their defaults. */
export interface SettingDocument extends Stored {
  _id: SettingName;
  value: string | number;
  changedAt: Date;
}

export const settingsReadModel = {
  name: "settings",
  version: 1,
  collections: { main: { deletes: false, indexes: [] } },
} as const satisfies ReadModel;
