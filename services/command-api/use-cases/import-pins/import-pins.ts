import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import type { Handler } from "@ornament/platform/http/route-request";
import type { RequestContexts } from "../../http/request-contexts.ts";
import { receiveFile } from "./receive-file.ts";
import { type ImportNeeds, importRunner } from "./run-import.ts";

interface Needs extends ImportNeeds {
  readonly contexts: Pick<RequestContexts, "of">;
  /** The folder of the uploaded file; the system's temporary folder if absent. */
  readonly spoolFolder: string | undefined;
}

/** `POST api/admin/import/csv`: answers after every row of the file has been added or refused. */
export function importPins(needs: Needs): Handler<typeof pinImportRoutes.importPins> {
  const runImport = importRunner(needs);
  return async (request) => {
    const file = await receiveFile(request.req, { folder: needs.spoolFolder });
    try {
      return await runImport(file, needs.contexts.of(request));
    } finally {
      await file.remove();
    }
  };
}
