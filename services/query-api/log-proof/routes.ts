import type { logKeyRoutes, logProofRoutes } from "@ornament/contracts/api/log-proof";
import { evidenceFileName } from "@ornament/contracts/domain/evidence";
import { evidenceSubject } from "@ornament/contracts/read-models/evidence-files";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import { logProofOf } from "../read-side/log-proof.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { attachment } from "../table/csv.ts";
import { sendStream } from "../table/send-stream.ts";
import { evidenceFile, removeEvidenceFile } from "./evidence-files.ts";

type Routes = typeof logProofRoutes & typeof logKeyRoutes;

/**
 * The proof of the event store. It reads no read model, so it also answers while they are being filled. The look at
 * an evidence file is recorded before its handler runs.
 */
export function logProofHandlers(readSide: ReadSide, database: Db): HandlersFor<Routes> {
  const proof = () => readSide.guarded(() => logProofOf(database));
  return {
    async logEvidence({ query: { subject }, res }) {
      const { file } = await readSide.guarded(async () => {
        const found = await evidenceFile(database, subject, readSide.clock());
        await removeEvidenceFile(database, subject);
        return found;
      });
      const headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": attachment(evidenceFileName(evidenceSubject(subject), readSide.clock())),
      };
      await sendStream(res, headers, pieces(file));
      return streamed;
    },
    logKey: async () => ({ key: (await proof())?.signed?.key ?? null }),
    async logCheckpoint() {
      const { signed, problem = null } = (await proof()) ?? {};
      const checkpoint = signed
        ? { note: signed.note, events: signed.size, at: signed.at.toISOString() }
        : null;
      return { checkpoint, problem };
    },
  };
}

const pieceBytes = 65_536;

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}
