import { streams } from "@ornament/contracts/events/streams";
import type { pinImportRoutes } from "@ornament/contracts/imports/api";
import type { ResponseOf } from "@ornament/contracts/routes/route";
import { requestMilliseconds, withinDeadline } from "@ornament/platform/deadline/deadline";
import type { Parts } from "../compose-parts.ts";
import { formatOf } from "./file-format.ts";
import { type JudgedRow, RowImport } from "./import-rows.ts";
import { batchOfFile, importErrors, previewMessage } from "./import-texts.ts";
import { readPinRows } from "./pin-rows.ts";
import type { ReceivedFile } from "./receive-file.ts";
import { SeenCodes } from "./seen-codes.ts";

const firstRows = 5;

/**
 * Imports a file without the append: each PIN is looked up instead. A PIN that is added by somebody else after
 * the preview is a duplicate of the import.
 */
export async function previewImport(
  { store, clock }: Parts,
  file: ReceivedFile,
): Promise<ResponseOf<typeof pinImportRoutes.previewPinImport>> {
  const { fileName } = file;
  const format = await formatOf(file.path, file.column);
  const first: JudgedRow[] = [];
  const rows = new RowImport({
    add: async ({ code }) => (await store.read(streams.pin(code), { maxCount: 1 })).revision === "no_stream",
    seen: new SeenCodes(file.bytes),
    judged: (judged) => void first.push(...judged.slice(0, firstRows - first.length)),
    inTime: (looks) => withinDeadline(requestMilliseconds, looks),
    now: clock,
  });
  const pinRows = readPinRows(file.path, format, batchOfFile(fileName));
  const { counts, refused } = await rows.run(pinRows);
  const { added, exists: existing, repeated, bad } = rows.tally;
  return {
    fileName,
    message: previewMessage(rows.tally),
    separator: format.separator,
    encoding: format.encoding,
    header: format.columns.header,
    column: format.columns.isGuess ? null : format.columns.pin,
    columns: format.columns.offered.map(({ title, cells }) => ({ title, cells: [...cells] })),
    rows: counts.rows,
    added,
    existing,
    repeated,
    bad,
    first,
    refused: [...refused],
    errors: importErrors(refused),
  };
}
