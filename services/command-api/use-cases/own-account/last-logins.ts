import type { PinEvent } from "@ornament/contracts/events/pin";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/** The time when each device was bound or, later, last signed in. */
export function lastLogins(events: readonly StoredEvent<PinEvent>[]): ReadonlyMap<number, Date> {
  const logins = new Map<number, Date>();
  for (const event of events) {
    if (event.type === "DeviceBound" || event.type === "DeviceSignedIn") {
      logins.set(event.data.deviceId, event.createdAt);
    }
  }
  return logins;
}
