import { addressCallEvents } from "./address-call.ts";
import { adminEvents } from "./admin.ts";
import { adminDirectoryEvents } from "./admin-directory.ts";
import { authenticityEvents, type ForgedEventFound, forgedEventFound } from "./authenticity.ts";
import { buildEvents } from "./build.ts";
import { bulkChangeEvents, bulkChangeTurnEvents } from "./bulk-change.ts";
import { checkpointEvents } from "./checkpoint.ts";
import { consumerEvents } from "./consumer.ts";
import { consumerEmailEvents } from "./consumer-email.ts";
import type { EventDefinition, EventsOf } from "./definition.ts";
import { keyCheckEvents } from "./key-check.ts";
import { lookEvents } from "./look.ts";
import { mailEvents } from "./mail.ts";
import { personKeyEvents } from "./person-key.ts";
import { pinEvents } from "./pin.ts";
import { guardEvents, pinEntryEvents } from "./pin-entry.ts";
import { pinImportEvents, pinImportRefusalEvents, pinImportTurnEvents } from "./pin-import.ts";
import { sessionEvents } from "./session.ts";
import { settingEvents } from "./setting.ts";
import { signInEvents } from "./sign-in.ts";
import { snapshotEvents } from "./snapshot.ts";

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
