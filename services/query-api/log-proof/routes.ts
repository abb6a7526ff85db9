import type { logKeyRoutes, logProofRoutes } from "@ornament/contracts/api/log-proof";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Db } from "mongodb";
import type { ReadSide } from "../read-side/read-side.ts";
import { logProofOf } from "../read-side/view.ts";

type Routes = typeof logProofRoutes & typeof logKeyRoutes;

/** The proof of the event store. It reads no read model, so it also answers while they are being filled. */
export function logProofHandlers(readSide: ReadSide, database: Db): HandlersFor<Routes> {
  const proof = () => readSide.guarded(() => logProofOf(database));
  return {
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
