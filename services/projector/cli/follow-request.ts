import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { onceReachable } from "@ornament/platform/process/wait-for-store";
import { MultiBar, Presets, type SingleBar } from "cli-progress";
import type { Db } from "mongodb";
import { isLeaseHeld } from "../runtime/lease.ts";

const pollMilliseconds = 150;
/** How long a restarting projector may be away before the request is given up. */
const patienceMilliseconds = 30_000;

/**
 * Files a request that the active projector carries out, shows how far it is, and prints the outcome. Waits for a
 * document store that is away, at the start and meanwhile.
 */
export async function followRequest(
  db: Db,
  kind: ProjectionRequest["kind"],
  projections: ProjectionName[],
  withBars: boolean,
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
    const request = await untilDone(db, _id, (current) => bars?.update(current.progress));
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
): Promise<ProjectionRequest> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  let lastSeen = Date.now();
  // While the store is away nobody can hold the lease in it.
  const away = () => {
    lastSeen = Date.now();
  };
  for (;;) {
    const request = await patiently(() => requests.findOne({ _id }), away);
    if (!request) throw new Error("The request has gone; the document store was emptied. Please try again.");
    onProgress(request);
    if (request.state === "done" || request.state === "failed") return request;
    if (await patiently(() => isLeaseHeld(db, new Date()), away)) lastSeen = Date.now();
    if (Date.now() - lastSeen > patienceMilliseconds) throw new Error("No projector is active.");
    await wait(pollMilliseconds);
  }
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
