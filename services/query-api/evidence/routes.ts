import type { evidenceRoutes } from "@ornament/contracts/api/evidence";
import { evidenceFileName } from "@ornament/contracts/domain/evidence";
import { evidenceSubject } from "@ornament/contracts/read-models/evidence-files";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import type { ReadSide } from "../read-side/read-side.ts";
import { attachment } from "../table/csv.ts";
import { sendStream } from "../table/send-stream.ts";
import { takeEvidence } from "./evidence-files.ts";

/** Evidence files, whose look is recorded before they are asked for. */
export const evidenceHandlers = (readSide: ReadSide, database: Db): HandlersFor<typeof evidenceRoutes> => ({
  async logEvidence({ query, caller, res }) {
    const { subject } = query;
    const file = await readSide.guarded(() => takeEvidence(database, { query, caller }));
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": attachment(evidenceFileName(evidenceSubject(subject), readSide.clock())),
    };
    await sendStream(res, headers, pieces(file));
    return streamed;
  },
});

const pieceBytes = 65_536;

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}
