import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  liveGenerations,
  type ProjectionGeneration,
  type ProjectionRequest,
  progressOf,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import { MultiBar, Presets, type SingleBar } from "cli-progress";
import type { Db } from "mongodb";
import { generationRegistry } from "../runtime/generations/registry.ts";
import { isLeaseHeld } from "../runtime/lease.ts";

const pollMilliseconds = 150;
/** The time without an active projector after which the command gives up. */
const inactiveMilliseconds = 30_000;
/** The time without progress after which the command gives up. */
const stuckMilliseconds = 120_000;
/** The time between two lines about the wait. */
const reportMilliseconds = 10_000;

/** Replaces the limits and the output, for tests. */
export interface Waiting {
  readonly stuckMilliseconds?: number;
  readonly reportMilliseconds?: number;
  readonly print?: (line: string) => void;
}

/**
 * Stores a request that the active projector carries out, shows its progress, and prints the outcome. Waits
 * for a document store that does not answer.
 */
export async function followRequest(
  db: Db,
  kind: ProjectionRequest["kind"],
  projections: ProjectionName[],
  withBars: boolean,
  waiting: Waiting = {},
): Promise<void> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  const _id = randomUUID();
  const progress = projections.map((name) => ({ name, fraction: 0 }));
  const request = { kind, projections, progress, messages: [], requestedAt: new Date() };
  // A repeated write after a lost answer stores no second request.
  const change = { $setOnInsert: { state: "waiting" as const, ...request } };
  await onceAnswered(() => forWriting(requests).updateOne({ _id }, change, { upsert: true }));
  const bars = withBars ? showBars(projections) : undefined;
  try {
    const outcome = await untilDone(db, _id, (current) => bars?.update(current.progress), waiting);
    bars?.stop();
    for (const message of outcome.messages) console.log(message);
    if (outcome.state === "failed") process.exitCode = 1;
  } finally {
    bars?.stop();
    await onceAnswered(() => requests.deleteOne({ _id }));
  }
}

const onceAnswered = <T>(work: () => Promise<T>, away: () => void = () => undefined): Promise<T> =>
  retryUntilReachable(work, { isOutage, outages: { away, back: () => undefined } });

async function untilDone(
  db: Db,
  _id: string,
  onProgress: (request: ProjectionRequest) => void,
  waiting: Waiting,
): Promise<ProjectionRequest> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  const progress = watchProgress(waiting);
  let lastActive = Date.now();
  // While the document store does not answer, no projector can renew its lease.
  const away = () => {
    lastActive = Date.now();
    progress.moved();
  };
  for (;;) {
    const request = await onceAnswered(() => requests.findOne({ _id }), away);
    if (!request)
      throw new Error("The request is gone, because the document store was emptied. Please try again.");
    onProgress(request);
    if (request.state === "done" || request.state === "failed") return request;
    if (await onceAnswered(() => isLeaseHeld(db, new Date()), away)) lastActive = Date.now();
    if (Date.now() - lastActive > inactiveMilliseconds) throw new Error("No projector is active.");
    progress.check(request, await onceAnswered(() => generationRegistry(db, () => new Date()).all(), away));
    await wait(pollMilliseconds);
  }
}

/** Prints the reason for the wait every few seconds. Throws when there is no progress. */
function watchProgress(waiting: Waiting) {
  const { print = (line) => console.error(line) } = waiting;
  let seen = "";
  let movedAt = Date.now();
  let printedAt = Date.now();
  return {
    moved() {
      movedAt = Date.now();
    },
    check(request: ProjectionRequest, generations: readonly ProjectionGeneration[]) {
      const { waitsFor, state } = whatIsWaitedFor(request, generations);
      if (state !== seen || state === comparing) movedAt = Date.now();
      seen = state;
      if (Date.now() - movedAt >= (waiting.stuckMilliseconds ?? stuckMilliseconds))
        throw new Error(`The projector makes no progress: it waits for ${waitsFor}. See its program log.`);
      if (Date.now() - printedAt < (waiting.reportMilliseconds ?? reportMilliseconds)) return;
      printedAt = Date.now();
      print(`Waiting for ${waitsFor}`);
    },
  };
}

/** A comparison of long tables takes a while and reports no progress. */
const comparing = "comparing";

function whatIsWaitedFor(
  { kind, state, progress }: ProjectionRequest,
  generations: readonly ProjectionGeneration[],
): { waitsFor: string; state: string } {
  // Complete generations follow the event store, so their positions are not progress of the request.
  const positions = generations
    .filter(({ ready }) => !ready)
    .map(({ _id, commit }) => `${_id} ${commit}`)
    .join(", ");
  const percent = (fraction: number) => `${Math.floor(fraction * 100)} %`;
  if (state === "running") {
    if ((kind === "verify" || kind === "stage") && progress.every(({ fraction }) => fraction >= 1))
      return { waitsFor: "the comparison", state: comparing };
    const percents = progress.map(({ name, fraction }) => `${name} ${percent(fraction)}`).join(", ");
    return { waitsFor: `the new generations (${percents})`, state: `${percents} ${positions}` };
  }
  const filling = [...liveGenerations(generations).values()].filter(({ ready }) => !ready);
  const percents = filling
    .map((generation) => `${generation.name} ${percent(progressOf(generation))}`)
    .join(", ");
  const waitsFor = percents ? `the read models to be filled first (${percents})` : "the projector to begin";
  return { waitsFor, state: `${state} ${positions}` };
}

function showBars(names: readonly ProjectionName[]) {
  const bars = new MultiBar({ format: "{name} {bar} {percentage}%", hideCursor: true }, Presets.shades_grey);
  const width = Math.max(...names.map((name) => name.length));
  const byName = new Map<ProjectionName, SingleBar>(
    names.map((name) => [name, bars.create(1_000, 0, { name: name.padEnd(width) })]),
  );
  return {
    update(progress: ProjectionRequest["progress"]) {
      for (const { name, fraction } of progress) byName.get(name)?.update(Math.round(fraction * 1_000));
    },
    stop: () => bars.stop(),
  };
}
