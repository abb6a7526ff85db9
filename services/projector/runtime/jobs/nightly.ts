import { type Job, jobRequest, jobsCollection } from "@ornament/contracts/projections/jobs";
import {
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { ProjectorParts } from "../../parts.ts";

/** A time of day in UTC, `HH:MM`. */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const latestStartMilliseconds = 3_600_000;

/** The day, as `YYYY-MM-DD`, for which a nightly verify is due now; `undefined` if none is. */
export function dueNight(
  verifyAt: string,
  now: Date,
  last: Pick<Verification, "nightlyOf"> | null,
): string | undefined {
  const day = now.toISOString().slice(0, 10);
  const late = now.getTime() - Date.parse(`${day}T${verifyAt}:00.000Z`);
  return late >= 0 && late < latestStartMilliseconds && last?.nightlyOf !== day ? day : undefined;
}

/** Requests the nightly verify when it is due, and shows the latest outcome in the metrics. */
export async function verifyNightly({
  db,
  now,
  projections,
  metrics,
  verifyAt,
}: Pick<ProjectorParts, "db" | "now" | "projections" | "metrics" | "verifyAt">): Promise<void> {
  const last = await db.collection<Verification>(verificationsCollection).findOne({ _id: "last" });
  if (last && metrics) {
    metrics.verifyPassed.set(last.passed ? 1 : 0);
    metrics.verifyAge.set((now().getTime() - last.at.getTime()) / 1000);
  }
  const day = verifyAt === undefined ? undefined : dueNight(verifyAt, now(), last);
  if (day === undefined) return;
  const names = projections.map(({ readModel }) => readModel.name);
  const { filter, update } = jobRequest({ kind: "verify", names, nightlyOf: day }, now());
  await forWriting(db.collection<Job>(jobsCollection)).updateOne(filter, update, { upsert: true });
}
