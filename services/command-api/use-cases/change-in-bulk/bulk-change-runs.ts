import { streams } from "@ornament/contracts/events/streams";
import { followUp } from "@ornament/platform/commands/context";
import { withoutDeadline } from "@ornament/platform/deadline/deadline";
import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { Batch, EventStore } from "@ornament/platform/eventstore/event-store";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { atMost } from "@ornament/platform/waiting/at-most";
import { pause } from "@ornament/platform/waiting/pause";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { changeGroup, type GroupNeeds, type Started } from "./change-group.ts";

/** PINs between two records of the progress. A stop takes effect after them. */
const groupSize = 250;
/** The PINs of all bulk changes that are changed at the same time. Half of all commands stay for people. */
const pinsAtOnce = 64;
const retryMilliseconds = 1_000;

interface Needs {
  readonly store: EventStore;
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly bulkChanges: Pick<Aggregates["bulkChanges"], "load" | "handle">;
  readonly clock: () => Date;
  readonly uuid: () => string;
  readonly logger: Logger;
}

export interface FollowOptions {
  /**
   * The age of a bulk change's last event at which the process that runs it counts as ended; 10 s unless
   * given. A running one, also on another replica, records its progress after each group.
   */
  readonly abandonedAfterMilliseconds?: number;
  /** The time to wait for the event store to reach a checkpoint beyond its end; 10 s unless given. */
  readonly patienceMilliseconds?: number;
}

/** The bulk changes that this process runs. */
export interface BulkChangeRuns {
  /** Runs a bulk change that was started just now. */
  begin(bulkChangeId: string): void;
  /**
   * Continues the bulk changes whose process has ended, of this and of other replicas, until `stop`. Two
   * processes may run the same one for a while: each PIN is changed once, and the counts stay right.
   */
  follow(options?: FollowOptions): void;
  /** Stops all work after the PINs that are under way. The next start continues it. */
  stop(): Promise<void>;
}

export function bulkChangeRuns(needs: Needs): BulkChangeRuns {
  const { logger } = needs;
  const pinTurns = atMost(pinsAtOnce);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let following: { stop(): Promise<void> } | undefined;

  /** Runs a bulk change to its end. After a failure the group is repeated until it succeeds. */
  const runToEnd = async (bulkChangeId: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await runGroups({ ...needs, inTurn: pinTurns }, bulkChangeId, stopping.signal);
      } catch (error) {
        logger[logLevelOf(error)]({ err: error, bulkChangeId }, "A bulk change could not be continued yet");
        await pause(retryMilliseconds, stopping.signal);
      }
    }
  };
  const run = (bulkChangeId: string): Promise<void> => {
    const done = withoutDeadline(() => runToEnd(bulkChangeId));
    running.add(done);
    return done.finally(() => running.delete(done));
  };
  /** Runs a bulk change as soon as its process counts as ended, unless it has ended before. */
  const takeOver = async (bulkChangeId: string, abandonedAfter: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const remaining = await untilAbandoned(needs, bulkChangeId, abandonedAfter).catch(
        () => retryMilliseconds,
      );
      if (remaining === undefined) return;
      if (remaining <= 0) return run(bulkChangeId);
      await pause(remaining, stopping.signal);
    }
  };

  return {
    begin(bulkChangeId) {
      void run(bulkChangeId);
    },
    follow(options = {}) {
      const { abandonedAfterMilliseconds = 10_000, patienceMilliseconds } = options;
      following = followUnfinished(needs, {
        patienceMilliseconds,
        signal: stopping.signal,
        onStarted(bulkChangeId) {
          const watching = withoutDeadline(() => takeOver(bulkChangeId, abandonedAfterMilliseconds));
          running.add(watching);
          void watching.finally(() => running.delete(watching));
        },
      });
    },
    async stop() {
      stopping.abort();
      await Promise.all([following?.stop(), ...running]);
    },
  };
}

/** Changes the PINs that are not done yet, group after group, until the bulk change ends or the signal aborts. */
async function runGroups(
  needs: Pick<Needs, "bulkChanges"> & GroupNeeds,
  bulkChangeId: string,
  signal: AbortSignal,
): Promise<void> {
  let loaded = await needs.bulkChanges.load(bulkChangeId);
  const started = loaded.events.find((event): event is Started => event.type === "BulkChangeStarted");
  while (started && !signal.aborted) {
    const { state } = loaded;
    if (state.status === "none" || state.status === "ended") return;
    const from = state.done;
    const codes = state.codes.slice(from, from + groupSize);
    const leftAlone = await changeGroup(needs, started, codes);
    const progress = { type: "Progress", from, done: from + codes.length, leftAlone } as const;
    const context = followUp(started, `progress ${from}`, { now: needs.clock() });
    ({ loaded } = await needs.bulkChanges.handle(bulkChangeId, progress, context, loaded));
  }
}

/** The milliseconds until the process of a bulk change counts as ended; `undefined` if the bulk change has ended. */
async function untilAbandoned(
  { bulkChanges, clock }: Pick<Needs, "bulkChanges" | "clock">,
  bulkChangeId: string,
  abandonedAfter: number,
): Promise<number | undefined> {
  const { state, events } = await bulkChanges.load(bulkChangeId);
  const last = events.at(-1);
  if (state.status === "none" || state.status === "ended" || !last) return undefined;
  return last.createdAt.getTime() + abandonedAfter - clock().getTime();
}

/** Reports each bulk change that has started and not ended, from the checkpoint on. */
function followUnfinished(
  { store, logger, uuid }: Needs,
  options: {
    patienceMilliseconds: number | undefined;
    signal: AbortSignal;
    onStarted(bulkChangeId: string): void;
  },
): { stop(): Promise<void> } {
  const { patienceMilliseconds, signal, onStarted } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "bulkChanges", patienceMilliseconds });
  const unfinished = new Set<string>();
  const onBatch = async ({ events }: Batch) => {
    const begun: string[] = [];
    for (const { type, stream } of events) {
      const id = stream.slice(streams.bulkChange("").length);
      if (type !== "BulkChangeStarted") unfinished.delete(id);
      else {
        unfinished.add(id);
        begun.push(id);
      }
    }
    for (const id of begun) if (unfinished.has(id)) onStarted(id);
    const last = events.at(-1);
    if (last && unfinished.size === 0) await checkpoint.store(last.position, uuid());
  };
  return store.subscribeToAll({
    name: "bulk-changes",
    from: () => checkpoint.load({ signal }),
    filter: { eventTypes: ["BulkChangeStarted", "PinsDeactivated", "PinsActivated"] },
    onBatch,
  });
}
