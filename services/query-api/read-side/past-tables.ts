import {
  isOfKind,
  isUnfinished,
  type Job,
  type JobOf,
  jobRequest,
  jobsCollection,
  pastReadModels,
  type Work,
} from "@ornament/contracts/projections/jobs";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { overseers } from "@ornament/contracts/routes/callers";
import { errorCatalogue, Refusal } from "@ornament/contracts/routes/errors";
import { showsInstants } from "@ornament/contracts/routes/route";
import { callerOf, type Principal } from "@ornament/platform/http/principal";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { z } from "zod";
import { type Generations, type ReadView, viewOf } from "./view.ts";

const retrySeconds = 1;
const useMilliseconds = 10_000;

export const fillingRefusal = (
  fraction: number,
  message: string = errorCatalogue.past_tables_filling.message,
) =>
  new Refusal("past_tables_filling", {
    message,
    errors: [`${Math.floor(fraction * 100)} %`],
    retryAfterSeconds: retrySeconds,
  });

const isoInstant = z.iso.datetime();

/**
 * The instant of the header `X-As-Of`; undefined without the header, and for a route that doesn't show instants.
 * Throws `forbidden` for a caller who may not ask, `invalid_request` for a text that is no instant, and
 * `instant_in_future`.
 */
export function instantOf(
  { route, headers, caller }: Pick<RouteRequest, "route" | "headers" | "caller">,
  now: Date,
): Date | undefined {
  const text = headers["x-as-of"];
  if (text === undefined || !showsInstants(route)) return undefined;
  if (!(overseers as readonly string[]).includes(callerOf(caller))) throw new Refusal("forbidden");
  const parsed = isoInstant.safeParse(text);
  if (!parsed.success) {
    const message = "Please send an instant in UTC, such as 2026-11-24T12:00:00Z.";
    throw new Refusal("invalid_request", { errors: [{ path: "X-As-Of", message }] });
  }
  const instant = new Date(parsed.data);
  if (instant > now) throw new Refusal("instant_in_future");
  return instant;
}

/** The admin who asks for a former state; `null` for a caller who may not. */
export const askerOf = (caller: Principal): number | null => (caller.kind === "admin" ? caller.id : null);

interface Asking<K extends Work["kind"]> {
  readonly work: Extract<Work, { kind: K }>;
  readonly askedBy: number | null;
  readonly now: Date;
  readonly fillingMessage?: string;
  readonly refusalOf?: (job: JobOf<K>) => Refusal;
  /** Runs before it is asked for. Its error becomes the answer, and nothing is asked for. */
  readonly before?: () => Promise<void>;
}

/**
 * A job that is ready. It is asked for if nobody has. Throws `past_tables_filling` with the done part until the
 * projector has done it, also while it does another one of this kind for the same caller, and `past_tables_refused`.
 */
export async function readyJob<K extends Work["kind"]>(
  database: Db,
  { work, askedBy, now, fillingMessage, refusalOf = refused, before }: Asking<K>,
): Promise<JobOf<K>> {
  const jobs = database.collection<Job>(jobsCollection);
  const { filter, update } = jobRequest(work, now, askedBy);
  const job = await jobs.findOne(filter);
  if (!job) {
    const other = await jobs.findOne({ kind: work.kind, askedBy, state: { $in: ["waiting", "filling"] } });
    if (other) throw fillingRefusal(other.fraction, askedBefore);
    await before?.();
  }
  if (!job || now.getTime() - job.usedAt.getTime() >= useMilliseconds)
    await forWriting(jobs).updateOne(filter, update, { upsert: true });
  if (!job || !isOfKind(job, work.kind) || isUnfinished(job))
    throw fillingRefusal(job?.fraction ?? 0, fillingMessage);
  if (job.state === "refused") throw refusalOf(job);
  return job;
}

const askedBefore = "What you asked for before is being prepared first. Please try again in {wait}.";

/** The refusal of the projector, which keeps it for half a minute. */
export const refused = (
  { reason }: Pick<Job, "reason">,
  message: string = errorCatalogue.past_tables_refused.message,
) =>
  new Refusal("past_tables_refused", { message, details: { reason: reason ?? "" }, retryAfterSeconds: 30 });

export interface Past {
  readonly view: ReadView;
  readonly generations: Generations;
}

/** Opens a view on the read models as they stood at an instant. Throws as `readyJob` does. */
export async function openPast(
  database: Db,
  instant: Date,
  now: Date,
  askedBy: number | null,
): Promise<Past> {
  const work = { kind: "pastTables", until: { instant }, names: pastReadModels } as const;
  const { _id, requestedAt, generations: ids = [] } = await readyJob(database, { work, askedBy, now });
  const found = await database
    .collection<ProjectionGeneration>(generationsCollection)
    .find({ _id: { $in: ids } })
    .toArray();
  if (found.length < ids.length) throw fillingRefusal(0);
  const generations = new Map(found.map((generation) => [generation.name, generation]));
  const confirm = async () => {
    const known = await database.collection<Job>(jobsCollection).findOne({ _id, requestedAt });
    if (!known) throw fillingRefusal(0);
  };
  return { view: viewOf(database, generations, { instant, confirm }), generations };
}
