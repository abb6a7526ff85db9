import { limits } from "@ornament/contracts/domain/limits";
import type { SettingName } from "@ornament/contracts/domain/settings";
import type { SettingEvent } from "@ornament/contracts/events/setting";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";

export interface CurrentSettings {
  /** The limit of devices for each PIN now. It is not cached, because decisions depend on it. */
  deviceLimit(): Promise<number>;
  /** The URL of the video player now; `undefined` if none is set. */
  playerUrl(): Promise<string | undefined>;
}

/**
 * Reads the settings from their streams.
 * @param defaultPlayerUrl the URL of the player until the first change of the setting
 */
export function currentSettings(
  store: Pick<EventStore, "read">,
  defaultPlayerUrl: string | undefined,
): CurrentSettings {
  const read = async (name: SettingName) => {
    const newest = { backwards: true, maxCount: 1 };
    return (await store.read<SettingEvent>(streams.setting(name), newest)).events[0]?.data.to;
  };
  return {
    async deviceLimit() {
      const value = await read("numberDevices");
      return typeof value === "number" ? value : limits.defaultDeviceLimit;
    },
    async playerUrl() {
      const value = await read("playerUrl");
      return typeof value === "string" ? value : defaultPlayerUrl;
    },
  };
}
