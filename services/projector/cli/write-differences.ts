import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  differencesCollection,
  type FieldDifference,
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Db } from "mongodb";
import { removeDifferences } from "../runtime/generations/open-generation.ts";

/**
 * Moves the differences of the staged generations to files in the folder, a line of JSON for each field: part,
 * id, field, and the value in the live and in the staged document. The files hold personal data, so only their
 * owner can read them. Returns a line about each staged generation.
 */
export async function writeDifferences(
  db: Db,
  names: readonly ProjectionName[],
  folder: string,
): Promise<string[]> {
  const staged = await db
    .collection<ProjectionGeneration>(generationsCollection)
    .find({ state: "staged", name: { $in: [...names] } })
    .toArray();
  const lines: string[] = [];
  for (const { _id: generation, name } of staged) {
    const next = `\`approve ${name}\` switches to it, \`discard ${name}\` drops it.`;
    const found = db
      .collection<FieldDifference>(differencesCollection)
      .find({ generation }, { projection: { _id: 0, generation: 0 } })
      .sort({ _id: 1 });
    const path = join(folder, `differences-${generation}.ndjson`);
    let file: Awaited<ReturnType<typeof open>> | undefined;
    try {
      for await (const difference of found) {
        file ??= await open(path, "wx", 0o600);
        await file.write(`${JSON.stringify(difference, asText)}\n`);
      }
    } finally {
      await file?.close();
    }
    await removeDifferences(db, generation);
    const none = `No differences of ${name} are stored: there are none, or an erasure has removed them.`;
    lines.push(`${file ? `The differences are in ${path}.` : none} ${next}`);
  }
  return lines;
}

const asText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
