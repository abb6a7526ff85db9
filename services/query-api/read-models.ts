import type { logKeyRoutes, logProofRoutes } from "@ornament/contracts/log-proof/api";
import { type ProjectionName, projectionNames } from "@ornament/contracts/projections/names";
import { readModels } from "@ornament/contracts/read-models";
import type { ReadModelState, readModelRoutes } from "@ornament/contracts/read-models/api";
import {
  generationsCollection,
  lagCollection,
  liveGenerations,
  type MeasuredLag,
  type ProjectionGeneration,
  progressOf,
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import type { ReadSide } from "./read-side/read-side.ts";
import { logProofOf } from "./read-side/view.ts";

/** The state of the read models. It reads none of them, so it also answers while they are being filled. */
export function readModelHandlers(
  readSide: ReadSide,
  database: Db,
  clock: () => Date,
): HandlersFor<typeof readModelRoutes> {
  return {
    readModelStates: () =>
      readSide.guarded(async () => {
        const [generations, lag, verification] = await Promise.all([
          database.collection<ProjectionGeneration>(generationsCollection).find({}).toArray(),
          database.collection<MeasuredLag>(lagCollection).findOne({ _id: "last" }),
          database.collection<Verification>(verificationsCollection).findOne({ _id: "last" }),
        ]);
        const live = liveGenerations(generations);
        const rows = projectionNames.map((name) => stateOf(name, live.get(name), lag, clock()));
        return {
          measuredAt: lag?.at.toISOString() ?? null,
          rows,
          verification: verification && {
            at: verification.at.toISOString(),
            passed: verification.passed,
            position: String(verification.commit),
            messages: verification.messages,
          },
        };
      }),
  };
}

function stateOf(
  name: ProjectionName,
  generation: ProjectionGeneration | undefined,
  measured: MeasuredLag | null,
  now: Date,
): ReadModelState {
  const { version } = readModels[name];
  if (!generation)
    return { name, state: "missing", progress: 0, version, generation: null, lag: null, notUpToDate: null };
  const { _id, ready, held = false, stopped } = generation;
  const lag = measured?.models.find((model) => model.generation === _id);
  return {
    name,
    state: held ? "held" : ready ? "ready" : "filling",
    progress: progressOf(generation),
    version,
    generation: _id,
    lag: lag
      ? {
          events: lag.events,
          isMore: lag.isMore,
          seconds: lag.since ? Math.max(0, (now.getTime() - lag.since.getTime()) / 1000) : 0,
        }
      : null,
    notUpToDate: stopped
      ? {
          since: stopped.since.toISOString(),
          event: stopped.event,
          position: String(stopped.commit),
          reason: stopped.reason,
        }
      : null,
  };
}

type Routes = typeof logProofRoutes & typeof logKeyRoutes;

/** The proof of the event store. It reads no read model, so it also answers while they are being filled. */
export function logProofHandlers(readSide: ReadSide, database: Db): HandlersFor<Routes> {
  const proof = () => readSide.guarded(() => logProofOf(database));
  return {
    logKey: async () => ({ key: (await proof())?.signed?.key ?? null }),
    async logCheckpoint() {
      const { signed, problem = null } = (await proof()) ?? {};
      const checkpoint = signed
        ? { note: signed.note, events: signed.size, at: signed.at.toISOString() }
        : null;
      return { checkpoint, problem };
    },
  };
}
