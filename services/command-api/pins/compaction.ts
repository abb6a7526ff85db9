import { ordinalOfDevice } from "@ornament/contracts/devices/device-id";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction, StoredEvent } from "@ornament/platform/eventstore/event-store";

/** Forgotten devices are kept for a while, because a repeated command answers their names. */
const formerDevicesKept = 50;

type Stored<T extends PinEvent["type"]> = StoredEvent<Extract<PinEvent, { type: T }>>;
type DeviceEvent = Stored<"DeviceBound" | "DeviceRenamed" | "DeviceRemoved" | "DeviceSignedIn">;

const isOfDevice = (event: StoredEvent<PinEvent>): event is DeviceEvent => "deviceId" in event.data;

/** Keeps the newest owner and deactivation, the bound devices, and the newest of the forgotten ones. */
export const pinCompaction: Compaction<PinEvent> = {
  version: 2,
  keep(events) {
    const releasedAt = events.findLast(({ type }) => type === "PinReleased")?.revision ?? -1n;
    const devices = devicesThatCount(events.filter(isOfDevice), releasedAt);
    const counting = events.filter((event) => !isOfDevice(event) || devices.has(event.data.deviceId));
    return newestOfEach(counting, keyOf);
  },
};

function devicesThatCount(events: readonly DeviceEvent[], releasedAt: bigint): ReadonlySet<number> {
  const ofThisOwner = events.filter(({ revision }) => revision > releasedAt);
  const removals = ofThisOwner.filter((event) => event.type === "DeviceRemoved");
  const removed = new Set(removals.map(({ data }) => data.deviceId));
  const bound = ofThisOwner.map(({ data }) => data.deviceId).filter((id) => !removed.has(id));
  const lastCommand = removals.at(-1)?.metadata.commandId;
  const former = [
    ...removals.slice(-formerDevicesKept),
    ...removals.filter(({ metadata }) => metadata.commandId === lastCommand),
  ].map(({ data }) => data.deviceId);
  // The newest device is always kept, so that its number is not used again. The newest device of earlier
  // owners is kept too, so that their devices differ from the present owner's.
  const ofEarlierOwners = events.filter(({ revision }) => revision < releasedAt);
  return new Set([...bound, ...former, newestDevice(events), newestDevice(ofEarlierOwners)]);
}

const newestDevice = (events: readonly DeviceEvent[]) =>
  events.reduce((newest, { data: { deviceId } }) => {
    return ordinalOfDevice(deviceId) > ordinalOfDevice(newest) ? deviceId : newest;
  }, 0);

/** The key of an event. Only the newest event of a key is kept. An event without a key is always kept. */
function keyOf(event: StoredEvent<PinEvent>): string | undefined {
  switch (event.type) {
    case "PinImported":
    case "DeviceBound":
    case "DeviceRemoved":
      return undefined;
    case "PinRegistered":
    case "PinReleased":
      return event.type;
    case "PinDeactivated":
    case "PinActivated":
      return "block";
    case "DeviceRenamed":
      return `${event.type} ${event.data.deviceId}`;
    case "DeviceSignedIn":
      // The newest event may have no browser. The browser is then in an earlier one.
      return `${event.type} ${event.data.deviceId} ${event.data.browser !== undefined}`;
    case "DeviceBindingRefused":
      return event.type;
    default:
      return unreachable(event);
  }
}
