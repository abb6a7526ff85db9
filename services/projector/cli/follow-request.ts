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
import { onceReachable } from "@ornament/platform/process/wait-for-store";
import { MultiBar, Presets, type SingleBar } from "cli-progress";
import type { Db } from "mongodb";
import { createGenerations } from "../runtime/generations.ts";
import { isLeaseHeld } from "../runtime/lease.ts";

const pollMilliseconds = 150;
/** How long a restarting projector may be away before the request is given up. */
const patienceMilliseconds = 30_000;
/** How long an active projector may come no further. */
const stuckMilliseconds = 120_000;
/** How often it is said what is waited for. */
const wordMilliseconds = 10_000;

/** How long this command waits without anything happening, and whom it tells; for tests. */
export interface Patience {
  readonly stuckMilliseconds?: number;
  readonly wordMilliseconds?: number;
  readonly tell?: (line: string) => void;
}

/**
 * Files a request that the active projector carries out, shows how far it is, and prints the outcome. Waits for a
 * document store that is away, at the start and meanwhile.
 */
export async function followRequest(
  db: Db,
  kind: ProjectionRequest["kind"],
  projections: ProjectionName[],
  withBars: boolean,
  patience: Patience = {},
): Promise<void> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  const _id = randomUUID();
  const progress = projections.map((name) => ({ name, fraction: 0 }));
  const filed = { kind, projections, progress, messages: [], requestedAt: new Date() };
  // Filed again after a lost answer, it is the same request.
  const change = { $setOnInsert: { state: "waiting" as const, ...filed } };
  await patiently(() => forWriting(requests).updateOne({ _id }, change, { upsert: true }));
  const bars = withBars ? showBars(projections) : undefined;
  try {
    const request = await untilDone(db, _id, (current) => bars?.update(current.progress), patience);
    bars?.stop();
    for (const message of request.messages) console.log(message);
    if (request.state === "failed") process.exitCode = 1;
  } finally {
    bars?.stop();
    await patiently(() => requests.deleteOne({ _id }));
  }
}

const patiently = <T>(work: () => Promise<T>, away: () => void = () => undefined): Promise<T> =>
  onceReachable(work, { isOutage, outages: { away, back: () => undefined } });

async function untilDone(
  db: Db,
  _id: string,
  onProgress: (request: ProjectionRequest) => void,
  patience: Patience,
): Promise<ProjectionRequest> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  const stuck = stuckWatch(patience);
  let lastSeen = Date.now();
  // While the store is away nobody can hold the lease in it.
  const away = () => {
    lastSeen = Date.now();
    stuck.moved();
  };
  for (;;) {
    const request = await patiently(() => requests.findOne({ _id }), away);
    if (!request) throw new Error("The request has gone; the document store was emptied. Please try again.");
    onProgress(request);
    if (request.state === "done" || request.state === "failed") return request;
    if (await patiently(() => isLeaseHeld(db, new Date()), away)) lastSeen = Date.now();
    if (Date.now() - lastSeen > patienceMilliseconds) throw new Error("No projector is active.");
    stuck.look(request, await patiently(() => createGenerations(db, () => new Date()).all(), away));
    await wait(pollMilliseconds);
  }
}

/** Says every few seconds what is waited for, and throws where nothing moves any more. */
function stuckWatch(patience: Patience) {
  const { tell = (line) => console.error(line) } = patience;
  let seen = "";
  let movedAt = Date.now();
  let saidAt = Date.now();
  return {
    moved() {
      movedAt = Date.now();
    },
    look(request: ProjectionRequest, generations: readonly ProjectionGeneration[]) {
      const { waitsFor, state } = whatIsWaitedFor(request, generations);
      if (state !== seen || state === comparing) movedAt = Date.now();
      seen = state;
      if (Date.now() - movedAt >= (patience.stuckMilliseconds ?? stuckMilliseconds))
        throw new Error(`The projector comes no further: it waits for ${waitsFor}. Its log says why.`);
      if (Date.now() - saidAt < (patience.wordMilliseconds ?? wordMilliseconds)) return;
      saidAt = Date.now();
      tell(`Waiting for ${waitsFor}`);
    },
  };
}

/** Takes as long as the tables are long, and tells nothing on the way. */
const comparing = "comparing";

function whatIsWaitedFor(
  { kind, state, progress }: ProjectionRequest,
  generations: readonly ProjectionGeneration[],
): { waitsFor: string; state: string } {
  // Those that are complete go on with the log, whatever becomes of the request.
  const places = generations
    .filter(({ ready }) => !ready)
    .map(({ _id, commit }) => `${_id} ${commit}`)
    .join(", ");
  const percent = (fraction: number) => `${Math.floor(fraction * 100)} %`;
  if (state === "running") {
    if (kind === "verify" && progress.every(({ fraction }) => fraction >= 1))
      return { waitsFor: "the comparison", state: comparing };
    const told = progress.map(({ name, fraction }) => `${name} ${percent(fraction)}`).join(", ");
    return { waitsFor: `the new generations (${told})`, state: `${told} ${places}` };
  }
  const filling = [...liveGenerations(generations).values()].filter(({ ready }) => !ready);
  const told = filling
    .map((generation) => `${generation.name} ${percent(progressOf(generation))}`)
    .join(", ");
  const waitsFor = told ? `the read models that are being filled first (${told})` : "the projector to begin";
  return { waitsFor, state: `${state} ${places}` };
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
