import type { ProjectionName } from "@ornament/contracts/events/projections";
import { pastTablesMilliseconds, type Until } from "@ornament/contracts/read-models/past-tables";
import { readModels } from "@ornament/contracts/read-models/read-models";
import type { Db } from "mongodb";
import { digestOfGeneration } from "../runtime/verify/generation-digest.ts";
import { onceAnswered } from "./await-projector.ts";
import { type Following, standText, withPastTables } from "./former-state.ts";

/**
 * Fills read models up to a position, next to the live ones, which stay. Returns a line for each with its
 * number of documents and their digest.
 */
export async function rebuildUntil(
  db: Db,
  names: readonly ProjectionName[],
  until: Until,
  following: Following,
): Promise<string[]> {
  return withPastTables(db, { until, names }, following, async (tables) => {
    const lines: string[] = [];
    for (const [index, name] of tables.names.entries()) {
      const generation = tables.generations[index] ?? "";
      const { documents, sha256 } = await onceAnswered(() =>
        digestOfGeneration(db, readModels[name], generation),
      );
      lines.push(`${name}: ${documents} documents, sha256 ${sha256}, ${standText(tables)}, as ${generation}`);
    }
    lines.push(`Kept for ${pastTablesMilliseconds / 60_000} minutes. The live read models stay.`);
    return lines;
  });
}
