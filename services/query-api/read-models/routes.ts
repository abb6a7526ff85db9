import type { FrozenRow, ReadModelState, readModelRoutes } from "@ornament/contracts/api/read-models";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { type ProjectionName, projectionNames } from "@ornament/contracts/events/projections";
import {
  type FrozenGroupDocument,
  frozenGroupsCollection,
  frozenGroupsOf,
} from "@ornament/contracts/read-models/frozen-groups";
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
import { readModels } from "@ornament/contracts/read-models/read-models";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import type { ReadSide } from "../read-side/read-side.ts";

const frozenShown = 10;

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
        const rows = await Promise.all(
          projectionNames.map(async (name) => {
            const generation = live.get(name);
            return {
              ...stateOf(name, generation, lag, clock()),
              frozen: generation ? await frozenRows(database, generation) : [],
            };
          }),
        );
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
): Omit<ReadModelState, "frozen"> {
  const { version } = readModels[name];
  if (!generation)
    return { name, state: "missing", progress: 0, version, generation: null, lag: null, notUpToDate: null };
  const { _id, ready, held = false, notUpToDate } = generation;
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
    notUpToDate: notUpToDate ? { ...notUpToDate, since: notUpToDate.since.toISOString() } : null,
  };
}

async function frozenRows(
  database: Db,
  { _id, notUpToDate }: Pick<ProjectionGeneration, "_id" | "notUpToDate">,
): Promise<FrozenRow[]> {
  if ((notUpToDate?.groups ?? 0) === 0) return [];
  const groups = await database
    .collection<FrozenGroupDocument>(frozenGroupsCollection)
    .find(frozenGroupsOf(_id))
    .sort({ _id: 1 })
    .limit(frozenShown)
    .toArray();
  return groups.map((group) => ({
    what: `${group.part} ${group.id}`,
    event: group.event,
    since: group.since.toISOString(),
    isMissing: group.isMissing,
    ...aboutOf(group),
  }));
}

/** The account or PIN of a frozen group. */
function aboutOf({
  projection,
  part,
  id,
}: FrozenGroupDocument): Pick<FrozenRow, "consumer" | "admin" | "pin"> {
  const none = { consumer: null, admin: null, pin: null };
  const [kind, account = ""] = String(id).split("-");
  switch (`${projection} ${part}`) {
    case "pins main":
      return { ...none, pin: formatPinCode(pinCodeOf(Number(id))) };
    case "pins owners":
    case "consumers main":
      return { ...none, consumer: Number(id) };
    case "admins main":
    case "admins former":
      return { ...none, admin: Number(id) };
    case "access main":
    case "signInHelp main":
      return kind === "admin" ? { ...none, admin: Number(account) } : { ...none, consumer: Number(account) };
    default:
      return none;
  }
}
