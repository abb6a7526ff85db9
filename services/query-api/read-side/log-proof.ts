import { type LogProofDocument, logProofCollection } from "@ornament/contracts/read-models/log-proof";
import type { Db } from "mongodb";

/** The state of the proof of the event store; `undefined` before the projector has read the first event. */
export async function logProofOf(database: Db): Promise<LogProofDocument | undefined> {
  return (
    (await database.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" })) ?? undefined
  );
}

/** The newest signed checkpoint, which an export has as a header; `undefined` before the first. */
export const newestCheckpoint = async (database: Db): Promise<string | undefined> =>
  (await logProofOf(database))?.signed?.note;
