import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../../dependencies.ts";
import { commandContext } from "../../http/request-context.ts";
import { receiveFile } from "./receive-file.ts";
import { importRunner } from "./run-import.ts";

/** `POST api/admin/import/csv`: answers after every row of the file has been added or refused. */
export function pinImportHandlers(dependencies: Dependencies): {
  importPins: Handler<typeof pinImportRoutes.importPins>;
} {
  const runImport = importRunner(dependencies);
  return {
    async importPins(request) {
      const file = await receiveFile(request.req, { folder: dependencies.config.spoolFolder });
      try {
        return await runImport(file, commandContext(dependencies, request));
      } finally {
        await file.remove();
      }
    },
  };
}
