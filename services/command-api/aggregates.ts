import { streams } from "@ornament/contracts/events/streams";
import { bindAggregate } from "@ornament/platform/commands/aggregate";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { adminDecider } from "./admins/decider.ts";
import { adminDirectoryDecider } from "./admins/directory-decider.ts";
import { bulkChangeDecider, bulkChangeTurnDecider } from "./bulk-changes/decider.ts";
import { consumerDecider } from "./consumers/decider.ts";
import { pinImportDecider, pinImportTurnDecider } from "./imports/decider.ts";
import { lookDecider } from "./looks/decider.ts";
import { pinEntryDecider } from "./pin-entry/decider.ts";
import { pinDecider } from "./pins/decider.ts";
import { sessionDecider } from "./sessions/decider.ts";
import { settingDecider } from "./settings/decider.ts";

/** Binds every aggregate to the event store. A process does this once. */
export const bindAggregates = (store: EventStore) => ({
  admins: bindAggregate(store, { stream: streams.admin, decider: adminDecider }),
  adminDirectory: bindAggregate(store, {
    stream: (_only: "main") => streams.adminDirectory,
    decider: adminDirectoryDecider,
  }),
  bulkChanges: bindAggregate(store, { stream: streams.bulkChange, decider: bulkChangeDecider }),
  bulkChangeTurns: bindAggregate(store, {
    stream: (_only: "main") => streams.bulkChangeTurns,
    decider: bulkChangeTurnDecider,
  }),
  consumers: bindAggregate(store, { stream: streams.consumer, decider: consumerDecider }),
  looks: bindAggregate(store, { stream: streams.look, decider: lookDecider }),
  pins: bindAggregate(store, { stream: streams.pin, decider: pinDecider }),
  pinEntries: bindAggregate(store, { stream: streams.pinEntries, decider: pinEntryDecider }),
  pinImports: bindAggregate(store, { stream: streams.pinImport, decider: pinImportDecider }),
  pinImportTurn: bindAggregate(store, {
    stream: (_only: "main") => streams.pinImportTurn,
    decider: pinImportTurnDecider,
  }),
  sessions: bindAggregate(store, { stream: streams.session, decider: sessionDecider }),
  settings: bindAggregate(store, { stream: streams.setting, decider: settingDecider }),
});

export type Aggregates = ReturnType<typeof bindAggregates>;

export type LoadedConsumer = Awaited<ReturnType<Aggregates["consumers"]["load"]>>;
export type LoadedPin = Awaited<ReturnType<Aggregates["pins"]["load"]>>;
