import type { PinImportRow, pinImportRoutes } from "@ornament/contracts/imports/api";
import {
  type PinImportDocument,
  type PinImportRefusalsDocument,
  pinImportsReadModel,
} from "@ornament/contracts/imports/document";
import { type BatchDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { Refusal } from "@ornament/contracts/routes/errors";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import { adminEmails } from "./emails.ts";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import type { ReadView } from "./read-side/view.ts";
import { readPage } from "./table/paging.ts";
import { nameAsOf, sendCsv } from "./table/send-stream.ts";

type Routes = Pick<typeof pinImportRoutes, "pinImportProgress" | "listPinImports" | "exportRefusedRows">;

const newestFirst = { startedAt: -1, _id: -1 } as const;

export function pinImportHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    pinImportProgress: reading(readSide, async (_request, view) => {
      const newest = await importsOf(view).find().sort(newestFirst).limit(1).next();
      if (!newest) return { import: null };
      const progress = await progressOf(view, [newest]);
      return { import: progress(newest) };
    }),
    listPinImports: reading(readSide, async ({ query: { id, ...page } }, view) => {
      const filter = id === undefined ? {} : { _id: id };
      const request = { filter, sort: newestFirst, page, without: ["refused"] } as const;
      const { rows, count } = await readPage(importsOf(view), request);
      const [progress, batches] = await Promise.all([progressOf(view, rows), batchesByImport(view)]);
      const row = (document: PinImportDocument): PinImportRow => ({
        ...progress(document),
        reason: document.reason,
        batches: batches.get(document._id) ?? [],
        refusedRows: document.refusedRows,
      });
      return { rows: rows.map(row), count, ...page };
    }),
    exportRefusedRows: reading(readSide, async ({ params: { id }, res }, view) => {
      const found = await importsOf(view).findOne({ _id: id });
      if (!found) throw new Refusal("import_not_found");
      await sendCsv(res, {
        name: nameAsOf(`Refused rows of ${found.fileName.replace(/\.csv$/i, "")}.csv`, view.asOf),
        rows: view.whole(refusedRows(view, found)),
      });
      return streamed;
    }),
  };
}

const importsOf = (view: ReadView) => view.collection<PinImportDocument>(pinImportsReadModel);

async function progressOf(view: ReadView, imports: readonly Pick<PinImportDocument, "startedBy">[]) {
  const ids = [...new Set(imports.flatMap(({ startedBy }) => startedBy ?? []))];
  const addresses = await adminEmails(view, ids);
  return (document: PinImportDocument) => {
    const { _id, fileName, state, rows, added, duplicates, bad, bytes, startedBy, startedAt } = document;
    const email: string | null = (startedBy === null ? undefined : addresses.get(startedBy)?.email) ?? null;
    return {
      importId: _id,
      fileName,
      state,
      rows,
      added,
      duplicates,
      bad,
      bytes,
      startedBy: startedBy === null ? null : { id: startedBy, email },
      startedAt: startedAt.toISOString(),
    };
  };
}

/** The batches that have PINs of each import. There are few batches. */
async function batchesByImport(view: ReadView): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  const batches = view
    .collection<BatchDocument>(pinsReadModel, "batches")
    .find()
    .sort({ createdAt: 1, _id: 1 });
  for await (const { _id: name, imports } of batches)
    for (const importId of imports) found.set(importId, [...(found.get(importId) ?? []), name]);
  return found;
}

const titles = ["Line", "Text", "Reason"];

/** The parts of the refused rows, or the rows that an older build kept with the import. */
async function* refusedRows(view: ReadView, found: PinImportDocument): AsyncGenerator<string[][]> {
  const cells = ({ line, text, reason }: PinImportDocument["refused"][number]) => [
    String(line),
    text,
    reason,
  ];
  yield [titles];
  const parts = view
    .collection<PinImportRefusalsDocument>(pinImportsReadModel, "refusals")
    .find({ importId: found._id })
    .sort({ page: 1 });
  let isEmpty = true;
  for await (const { rows } of parts) {
    isEmpty = false;
    yield rows.map(cells);
  }
  if (isEmpty) yield found.refused.map(cells);
}
