import { evidenceFilesCollection } from "@ornament/contracts/read-models/evidence-files";
import { pastTablesCollection } from "@ornament/contracts/read-models/past-tables";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";

/** The collections of an older build's comparisons, which can have personal data. */
const formerCollections = ["comparisons", "comparisonRows"];

/** Ends all former states and evidence files: no reader finds them any more, and their fillings stop. */
export async function endFormerStates(db: Db): Promise<void> {
  for (const name of [pastTablesCollection, evidenceFilesCollection, ...formerCollections])
    await forWriting(db.collection(name)).deleteMany({});
}
