import type { ProjectionName } from "@ornament/contracts/events/projections";
import { type FilledTables, jobLimits, type Until } from "@ornament/contracts/read-models/jobs";
import { readModels } from "@ornament/contracts/read-models/read-models";
import type { Db } from "mongodb";
import { digestOfGeneration } from "../runtime/verify/generation-digest.ts";
import { type Following, onceAnswered, withJob } from "./follow-job.ts";

/**
 * Fills read models up to a position, next to the live ones, which stay. Returns a line for each with its
 * number of documents and their digest.
 */
export async function rebuildUntil(
  db: Db,
  names: ProjectionName[],
  until: Until,
  following: Following,
): Promise<string[]> {
  return withJob(db, { kind: "pastTables", until, names }, following, async (tables) => {
    const lines: string[] = [];
    for (const [index, name] of tables.names.entries()) {
      const generation = tables.generations?.[index] ?? "";
      const { documents, sha256 } = await onceAnswered(() =>
        digestOfGeneration(db, readModels[name], generation),
      );
      lines.push(`${name}: ${documents} documents, sha256 ${sha256}, ${standText(tables)}, as ${generation}`);
    }
    lines.push(
      `Kept for ${jobLimits.pastTables.unusedMilliseconds / 60_000} minutes. The live read models stay.`,
    );
    return lines;
  });
}

/** The end of a former state in words. */
export const standText = ({ last }: Pick<FilledTables, "last">): string =>
  last
    ? `after event ${last.eventId} at ${last.commit} of ${last.createdAt.toISOString()}`
    : "before the first event";
