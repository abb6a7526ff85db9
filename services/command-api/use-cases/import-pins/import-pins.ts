import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import type { Handler } from "@ornament/platform/http/route-request";
import type { RequestContexts } from "../../http/request-contexts.ts";
import { type PreviewNeeds, previewImport } from "./preview-import.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";
import { type ImportNeeds, importRunner } from "./run-import.ts";

interface Upload {
  /** The folder of the uploaded file; the system's temporary folder if absent. */
  readonly spoolFolder: string | undefined;
}

interface Needs extends ImportNeeds, Upload {
  readonly contexts: Pick<RequestContexts, "of">;
}

/** `POST api/admin/import/csv`: answers after every row of the file has been added or refused. */
export function importPins(needs: Needs): Handler<typeof pinImportRoutes.importPins> {
  const runImport = importRunner(needs);
  return (request) => withFile(needs, request, (file) => runImport(file, needs.contexts.of(request)));
}

/** `POST api/admin/import/csv/preview`: says what an import would do now, and keeps nothing of the file. */
export const previewPinImport =
  (needs: PreviewNeeds & Upload): Handler<typeof pinImportRoutes.previewPinImport> =>
  (request) =>
    withFile(needs, request, (file) => previewImport(needs, file));

async function withFile<T>(
  { spoolFolder }: Upload,
  { req, query }: Pick<Parameters<Handler<typeof pinImportRoutes.importPins>>[0], "req" | "query">,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(req, { folder: spoolFolder });
  try {
    return await use({ ...file, ...query });
  } finally {
    await file.remove();
  }
}
