import { adminDirectoryEvents } from "./admins/directory-events.ts";
import { adminEvents } from "./admins/events.ts";
import { bulkChangeEvents, bulkChangeTurnEvents } from "./bulk-changes/events.ts";
import { consumerEmailEvents } from "./consumers/email-events.ts";
import { consumerEvents } from "./consumers/events.ts";
import { authenticityEvents, type ForgedEventFound, forgedEventFound } from "./events/authenticity.ts";
import { buildEvents } from "./events/build.ts";
import type { EventDefinition, EventsOf } from "./events/definition.ts";
import { keyCheckEvents } from "./events/key-check.ts";
import { personKeyEvents } from "./events/person-key.ts";
import { snapshotEvents } from "./events/snapshot.ts";
import { pinImportEvents, pinImportRefusalEvents, pinImportTurnEvents } from "./imports/events.ts";
import { checkpointEvents } from "./log-proof/events.ts";
import { lookEvents } from "./looks/events.ts";
import { mailEvents } from "./mails/events.ts";
import { guardEvents, pinEntryEvents } from "./pin-entry/events.ts";
import { pinEvents } from "./pins/events.ts";
import { sessionEvents } from "./sessions/events.ts";
import { settingEvents } from "./settings/events.ts";
import { addressCallEvents } from "./sign-in/address-call-events.ts";
import { signInEvents } from "./sign-in/events.ts";

/** Every event of the product by its type. */
export const eventCatalogue = {
  ...adminDirectoryEvents,
  ...adminEvents,
  ...consumerEvents,
  ...pinEvents,
  ...settingEvents,
  ...sessionEvents,
  ...signInEvents,
  ...consumerEmailEvents,
  ...pinImportEvents,
  ...pinImportRefusalEvents,
  ...pinImportTurnEvents,
  ...bulkChangeEvents,
  ...bulkChangeTurnEvents,
  ...lookEvents,
  ...mailEvents,
  ...guardEvents,
  ...pinEntryEvents,
  ...addressCallEvents,
  ...personKeyEvents,
  ...keyCheckEvents,
  ...authenticityEvents,
  ...buildEvents,
  ...checkpointEvents,
  ...snapshotEvents,
};

export type EventType = keyof typeof eventCatalogue;
export type DomainEvent = EventsOf<typeof eventCatalogue>;

/** The events that a read of the whole event store gives. */
export type ReadEvent = DomainEvent | ForgedEventFound;
export const readEvents = { ...eventCatalogue, [forgedEventFound.type]: forgedEventFound };

/** The definition of a type; `undefined` for a type that this build does not have. */
export const definitionOf = (type: string): EventDefinition | undefined =>
  Object.hasOwn(readEvents, type) ? readEvents[type as ReadEvent["type"]] : undefined;
