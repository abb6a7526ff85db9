import { errorCatalogue, Refusal } from "@ornament/contracts/errors";
import type { Comparison } from "@ornament/contracts/read-models/comparisons";
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

/**
 * A former state, a comparison or an evidence file, which is asked for if nobody has. Throws `past_tables_filling` with the filled
 * part until the projector has filled it, and `past_tables_refused`.
 */
export async function filledState<S extends PastTables | Comparison | EvidenceFile>(
  states: Collection<S>,
  request: { readonly filter: { readonly _id: string }; readonly update: object },
  now: Date,
  messages: Partial<Record<"filling" | "refused", string>> = {},
): Promise<S> {
  const filter = request.filter as Filter<S>;
  const state = (await states.findOne(filter)) as S | null;
  if (!state || now.getTime() - state.usedAt.getTime() >= useMilliseconds)
    await forWriting(states).updateOne(filter, request.update as UpdateFilter<S>, { upsert: true });
  if (state?.state === "refused")
    // The projector keeps a refusal for half a minute.
    throw new Refusal("past_tables_refused", {
      message: messages.refused ?? errorCatalogue.past_tables_refused.message,
      details: { reason: state.reason ?? "" },
      retryAfterSeconds: 30,
    });
  if (state?.state !== "ready") throw fillingRefusal(state?.fraction ?? 0, messages.filling);
  return state;
}

/** A view on a former state. */
export interface Past {
  readonly view: ReadView;
  readonly generations: Generations;
}

/** Opens a view on the read models as they stood at an instant. Throws as `filledState` does. */
export async function openPast(database: Db, instant: Date, now: Date): Promise<Past> {
  const states = database.collection<PastTables>(pastTablesCollection);
  const state = await filledState(states, pastTablesRequest({ instant }, pastReadModels, now), now);
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
