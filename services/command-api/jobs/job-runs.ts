import { withoutDeadline } from "@ornament/platform/deadline/deadline";
import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { Batch } from "@ornament/platform/eventstore/event-store";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import { throttledWarning } from "@ornament/platform/logging/throttled-warning";
import { pause } from "@ornament/platform/waiting/pause";
import type { Dependencies } from "../dependencies.ts";

const retryMilliseconds = 1_000;
/** The age of a job's last event at which its process counts as ended. A running job records its progress. */
const abandonedMilliseconds = 10_000;

type Kind = "bulkChange" | "pinImport";

/** A kind of jobs: work that a request starts, that goes on after it, and that has a stream of its own. */
export interface JobKind {
  readonly streamOf: (id: string) => string;
  /** The type of the event that starts a job. */
  readonly start: string;
  /** The types of the events that end one. */
  readonly ends: readonly string[];
  /** Does the rest of a job, or ends it. Two processes may do it, and it is repeated if it fails. */
  resume(id: string, signal: AbortSignal): Promise<void>;
}

type Running = Pick<Dependencies, "store" | "clock" | "uuid" | "logger">;

export interface FollowOptions {
  /** The age of a job's last event at which its process counts as ended; 10 s unless given. */
  readonly abandonedAfterMilliseconds?: number;
  /** The time to wait for the event store to reach a checkpoint beyond its end; 10 s unless given. */
  readonly patienceMilliseconds?: number;
}

/** The jobs that this process runs. */
export function jobRuns(parts: Running, kinds: Readonly<Record<Kind, JobKind>>) {
  const { store, clock, logger } = parts;
  const warn = throttledWarning(logger, "A job could not be continued yet");
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let following: { stop(): Promise<void> } | undefined;

  const inBackground = (work: () => Promise<void>) => {
    const done = withoutDeadline(work);
    running.add(done);
    void done.finally(() => running.delete(done));
  };
  const untilDone = async (kind: Kind, id: string, work: () => Promise<unknown>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        // An outage has a line of its own.
        if (logLevelOf(error) === "warn") warn({ err: error, job: `${kind} ${id}` });
        await pause(retryMilliseconds, stopping.signal);
      }
    }
  };
  const resume = (kind: Kind, id: string) => () => kinds[kind].resume(id, stopping.signal);
  const newestOf = async (kind: Kind, id: string) => {
    const newest = { maxCount: 1, backwards: true };
    return (await store.read(kinds[kind].streamOf(id), newest)).events[0];
  };
  /** The milliseconds until a job's process counts as ended; `undefined` if the job has ended. */
  const untilAbandoned = async (kind: Kind, id: string, abandonedAfter: number) => {
    const last = await newestOf(kind, id);
    if (!last || kinds[kind].ends.includes(last.type)) return undefined;
    return last.createdAt.getTime() + abandonedAfter - clock().getTime();
  };
  /** Resumes a job as soon as its process counts as ended, unless it has ended before. */
  const takeOver = async (kind: Kind, id: string, abandonedAfter: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const remaining = await untilAbandoned(kind, id, abandonedAfter).catch(() => retryMilliseconds);
      if (remaining === undefined) return;
      if (remaining <= 0) return untilDone(kind, id, resume(kind, id));
      await pause(remaining, stopping.signal);
    }
  };

  return {
    /** Does the work of a job, `resume` unless given. After a failure it is repeated until it succeeds. */
    run(kind: Kind, id: string, work: () => Promise<unknown> = resume(kind, id)): void {
      inBackground(() => untilDone(kind, id, work));
    },
    /** Whether a job that took its turn at this time has not ended. Without a start it ends after 10 s. */
    async isRunning(kind: Kind, id: string, takenAt: Date): Promise<boolean> {
      const last = await newestOf(kind, id);
      if (last) return !kinds[kind].ends.includes(last.type);
      return clock().getTime() - takenAt.getTime() < abandonedMilliseconds;
    },
    /** Resumes the jobs whose process has ended, of this and of other replicas, until `stop`. */
    follow(options: FollowOptions = {}): void {
      const { abandonedAfterMilliseconds = abandonedMilliseconds, patienceMilliseconds } = options;
      following = followUnfinished(parts, kinds, {
        patienceMilliseconds,
        signal: stopping.signal,
        onStarted: (kind, id) => inBackground(() => takeOver(kind, id, abandonedAfterMilliseconds)),
      });
    },
    /** Stops all work at its next step. The next start resumes it. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([following?.stop(), ...running]);
    },
  };
}

/** Reports each job that has started and not ended, from the checkpoint on. */
function followUnfinished(
  { store, logger, uuid }: Running,
  kinds: Readonly<Record<Kind, JobKind>>,
  options: {
    patienceMilliseconds: number | undefined;
    signal: AbortSignal;
    onStarted(kind: Kind, id: string): void;
  },
): { stop(): Promise<void> } {
  const { patienceMilliseconds, signal, onStarted } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "jobs", patienceMilliseconds });
  const byStart = new Map(Object.entries(kinds).map(([kind, { start }]) => [start, kind as Kind]));
  const unfinished = new Set<string>();
  const onBatch = async ({ events }: Batch) => {
    const begun = new Map<string, Kind>();
    for (const { type, stream } of events) {
      const kind = byStart.get(type);
      if (kind === undefined) unfinished.delete(stream);
      else {
        unfinished.add(stream);
        begun.set(stream, kind);
      }
    }
    for (const [stream, kind] of begun)
      if (unfinished.has(stream)) onStarted(kind, stream.slice(kinds[kind].streamOf("").length));
    const last = events.at(-1);
    if (last && unfinished.size === 0) await checkpoint.store(last.position, uuid());
  };
  return store.subscribeToAll({
    name: "jobs",
    from: () => checkpoint.load({ signal }),
    filter: { eventTypes: Object.values(kinds).flatMap(({ start, ends }) => [start, ...ends]) },
    onBatch,
  });
}
