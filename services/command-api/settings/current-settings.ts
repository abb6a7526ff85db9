import { streams } from "@ornament/contracts/events/streams";
import type { SettingEvent } from "@ornament/contracts/settings/events";
import { limits } from "@ornament/contracts/values/limits";
import { playerUrlProblem, type SettingName } from "@ornament/contracts/values/settings";
import type { Dependencies } from "../dependencies.ts";

/** The limit of devices for each PIN now. It is not cached, because decisions depend on it. */
export async function currentDeviceLimit({ store }: Pick<Dependencies, "store">): Promise<number> {
  const value = await read(store, "numberDevices");
  return typeof value === "number" ? value : limits.defaultDeviceLimit;
}

/** The URL of the player, checked again before a browser is sent there; `undefined` without a safe one. */
export async function currentPlayerUrl({
  store,
  config,
}: Pick<Dependencies, "store" | "config">): Promise<string | undefined> {
  const value = await read(store, "playerUrl");
  const url = typeof value === "string" ? value : config.defaultPlayerUrl;
  return url !== undefined && playerUrlProblem(url) === undefined ? url : undefined;
}

async function read(store: Dependencies["store"], name: SettingName) {
  const newest = { backwards: true, maxCount: 1 };
  return (await store.read<SettingEvent>(streams.setting(name), newest)).events[0]?.data.to;
}
