import { limits } from "@ornament/contracts/domain/limits";
import type { SettingName } from "@ornament/contracts/domain/settings";
import type { SettingEvent } from "@ornament/contracts/events/setting";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Dependencies } from "../../dependencies.ts";

/** How many devices an ornament may hold now. Never from a cache: a decision is made with it. */
export async function readDeviceLimit(store: EventStore): Promise<number> {
  const value = await readSetting(store, "numberDevices");
  return typeof value === "number" ? value : limits.defaultDeviceLimit;
}

/** The video player's address now; `undefined` while none is set up. */
export async function readPlayerUrl({
  store,
  config,
}: Pick<Dependencies, "store" | "config">): Promise<string | undefined> {
  const value = await readSetting(store, "playerUrl");
  return typeof value === "string" ? value : config.defaultPlayerUrl;
}

async function readSetting(store: EventStore, name: SettingName): Promise<string | number | undefined> {
  const { events } = await store.read<SettingEvent>(streams.setting(name), { backwards: true, maxCount: 1 });
  return events[0]?.data.to;
}
