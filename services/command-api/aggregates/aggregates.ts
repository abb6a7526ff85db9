import { streams } from "@ornament/contracts/events/streams";
import { bindAggregate } from "@ornament/platform/commands/aggregate";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { adminDecider } from "./admin/decider.ts";
import { adminDirectoryDecider } from "./admin-directory/decider.ts";
import { bulkChangeDecider } from "./bulk-change/decider.ts";
import { bulkChangeTurnDecider } from "./bulk-change-turn/decider.ts";
import { consumerDecider } from "./consumer/decider.ts";
import { lookDecider } from "./look/decider.ts";
import { pinDecider } from "./pin/decider.ts";
import { pinEntryDecider } from "./pin-entry/decider.ts";
import { pinImportDecider } from "./pin-import/decider.ts";
import { pinImportTurnDecider } from "./pin-import-turn/decider.ts";
import { sessionDecider } from "./session/decider.ts";
import { settingDecider } from "./setting/decider.ts";

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
