import type { settingRoutes } from "@ornament/contracts/settings/api";
import { type SettingDocument, settingsReadModel } from "@ornament/contracts/settings/document";
import type { Brand } from "@ornament/contracts/values/brand";
import { limits } from "@ornament/contracts/values/limits";
import { settingNames } from "@ornament/contracts/values/settings";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import type { ReadView } from "./read-side/view.ts";

export interface SettingsConfig {
  defaultPlayerUrl: string;
  brand: Brand;
  humanCheck: { siteKey: string; scriptUrl: string } | undefined;
}

/** The settings. A setting that was never changed has its default, and the version "0". */
export async function readSettings(view: ReadView, config: Pick<SettingsConfig, "defaultPlayerUrl">) {
  const changed = await view.collection<SettingDocument>(settingsReadModel).find().toArray();
  const named = (name: SettingDocument["_id"]) => changed.find(({ _id }) => _id === name);
  const versionOf = (name: SettingDocument["_id"]) => String(named(name)?.position ?? 0);
  return {
    numberDevices: Number(named("numberDevices")?.value ?? limits.defaultDeviceLimit),
    playerUrl: String(named("playerUrl")?.value ?? config.defaultPlayerUrl),
    versions: { numberDevices: versionOf("numberDevices"), playerUrl: versionOf("playerUrl") },
  };
}

/** The device limit. Tables join it when they are read, so that its change rewrites no rows. */
export async function readDeviceLimit(view: ReadView): Promise<number> {
  const { numberDevices } = await readSettings(view, { defaultPlayerUrl: "" });
  return numberDevices;
}

type Routes = Pick<typeof settingRoutes, "listSettings" | "publicSettings">;

export function settingHandlers(readSide: ReadSide, config: SettingsConfig): HandlersFor<Routes> {
  return {
    listSettings: reading(readSide, async (_request, view) => {
      const { versions, ...settings } = await readSettings(view, config);
      return {
        rows: settingNames.map((name) => ({ name, value: settings[name], version: versions[name] })),
      };
    }),
    publicSettings: reading(readSide, async (_request, view) => ({
      numberDevices: await readDeviceLimit(view),
      brand: config.brand,
      humanCheckSiteKey: config.humanCheck?.siteKey ?? null,
      humanCheckScriptUrl: config.humanCheck?.scriptUrl ?? null,
    })),
  };
}
