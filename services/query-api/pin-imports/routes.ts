import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import { type PinImportDocument, pinImportsReadModel } from "@ornament/contracts/read-models/pin-imports";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";

type Routes = Pick<typeof pinImportRoutes, "pinImportProgress">;

export function pinImportHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    pinImportProgress: reading(readSide, async (_request, view) => {
      const newest = await view
        .collection<PinImportDocument>(pinImportsReadModel)
        .find()
        .sort({ startedAt: -1, _id: -1 })
        .limit(1)
        .next();
      if (!newest) return { import: null };
      const { _id, fileName, state, rows, added, duplicates, bad, bytes } = newest;
      return { import: { importId: _id, fileName, state, rows, added, duplicates, bad, bytes } };
    }),
  };
}
