import { errorCatalogue, Refusal } from "@ornament/contracts/errors";
import type { EvidenceFile } from "@ornament/contracts/read-models/evidence-files";
import {
  type PastTables,
  pastReadModels,
  pastTablesCollection,
  pastTablesRequest,
} from "@ornament/contracts/read-models/past-tables";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Principal } from "@ornament/platform/http/principal";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Collection, Db, Filter, UpdateFilter } from "mongodb";
import { askedInstant } from "../looks/asked-instant.ts";
import type { Generations } from "./registry.ts";
import { type ReadView, viewOf } from "./view.ts";

const retrySeconds = 1;
/** The time after which a further use of a former state is noted. */
const useMilliseconds = 10_000;

/** The state of the progress as an answer names it. */
export const fillingRefusal = (
  fraction: number,
  message: string = errorCatalogue.past_tables_filling.message,
) =>
  new Refusal("past_tables_filling", {
    message,
    errors: [`${Math.floor(fraction * 100)} %`],
    retryAfterSeconds: retrySeconds,
  });

/** The instant that a request asks for, as `askedInstant` reads it. Throws `instant_in_future`, too. */
export function instantOf(request: Parameters<typeof askedInstant>[0], now: Date): Date | undefined {
  const instant = askedInstant(request);
  if (instant && instant > now) throw new Refusal("instant_in_future");
  return instant;
}

/** The admin who asks for a former state; `null` for a caller who may not. */
export const askerOf = (caller: Principal): number | null => (caller.kind === "admin" ? caller.id : null);

/** How a former state is asked for. */
interface Asking<S> {
  readonly request: { readonly filter: { readonly _id: string }; readonly update: object };
  readonly askedBy: number | null;
  readonly now: Date;
  readonly fillingMessage?: string;
  readonly refusalOf?: (state: S) => Refusal;
  /** Runs before it is asked for. Its error becomes the answer, and nothing is asked for. */
  readonly before?: () => Promise<void>;
}

/**
 * A former state or an evidence file, which is asked for if nobody has. Throws `past_tables_filling` with the filled
 * part until the projector has filled it, also while it fills another one for the same caller, and
 * `past_tables_refused`.
 */
export async function filledState<S extends PastTables | EvidenceFile>(
  states: Collection<S>,
  { request, askedBy, now, fillingMessage, refusalOf = refused, before }: Asking<S>,
): Promise<S> {
  const filter = request.filter as Filter<S>;
  const state = (await states.findOne(filter)) as S | null;
  if (!state) {
    const unfinished = { askedBy, state: { $in: ["waiting", "filling"] } } as Filter<S>;
    const other = (await states.findOne(unfinished)) as S | null;
    if (other) throw fillingRefusal(other.fraction, askedBefore);
    await before?.();
    await forWriting(states).updateOne(filter, request.update as UpdateFilter<S>, { upsert: true });
  } else if (now.getTime() - state.usedAt.getTime() >= useMilliseconds)
    await forWriting(states).updateOne(filter, { $set: { usedAt: now } } as UpdateFilter<S>);
  if (state?.state === "refused") throw refusalOf(state);
  if (state?.state !== "ready") throw fillingRefusal(state?.fraction ?? 0, fillingMessage);
  return state;
}

const askedBefore = "What you asked for before is being prepared first. Please try again in {wait}.";

/** The refusal of the projector, which keeps it for half a minute. */
export const refused = (
  { reason }: PastTables | EvidenceFile,
  message: string = errorCatalogue.past_tables_refused.message,
) =>
  new Refusal("past_tables_refused", { message, details: { reason: reason ?? "" }, retryAfterSeconds: 30 });

/** A view on a former state. */
export interface Past {
  readonly view: ReadView;
  readonly generations: Generations;
}

/** Opens a view on the read models as they stood at an instant. Throws as `filledState` does. */
export async function openPast(
  database: Db,
  instant: Date,
  now: Date,
  askedBy: number | null,
): Promise<Past> {
  const states = database.collection<PastTables>(pastTablesCollection);
  const request = pastTablesRequest({ instant }, pastReadModels, now, askedBy);
  const state = await filledState(states, { request, askedBy, now });
  const found = await database
    .collection<ProjectionGeneration>(generationsCollection)
    .find({ _id: { $in: state.generations } })
    .toArray();
  if (found.length < state.generations.length) throw fillingRefusal(0);
  const generations = new Map(found.map((generation) => [generation.name, generation]));
  const confirm = async () => {
    const known = await states.findOne({ _id: state._id, requestedAt: state.requestedAt });
    if (!known) throw fillingRefusal(0);
  };
  return { view: viewOf(database, generations, { instant, confirm }), generations };
}
