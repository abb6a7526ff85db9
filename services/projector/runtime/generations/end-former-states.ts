import { comparisonRowsCollection, comparisonsCollection } from "@ornament/contracts/read-models/comparisons";
import { evidenceFilesCollection } from "@ornament/contracts/read-models/evidence-files";
import { pastTablesCollection } from "@ornament/contracts/read-models/past-tables";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";

/** Ends all former states and evidence files: no reader finds them any more, and their fillings stop. */
export async function endFormerStates(db: Db): Promise<void> {
  await forWriting(db.collection(pastTablesCollection)).deleteMany({});
  await forWriting(db.collection(comparisonsCollection)).deleteMany({});
  await forWriting(db.collection(comparisonRowsCollection)).deleteMany({});
  await forWriting(db.collection(evidenceFilesCollection)).deleteMany({});
}
