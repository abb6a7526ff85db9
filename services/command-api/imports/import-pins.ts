import { streams } from "@ornament/contracts/events/streams";
import type { pinImportRoutes } from "@ornament/contracts/imports/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { ResponseOf } from "@ornament/contracts/routes/route";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { bodyHashOf, commandIdOf } from "@ornament/platform/commands/idempotency";
import { requestMilliseconds, withinDeadline } from "@ornament/platform/deadline/deadline";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import type { HandlersFor, RouteRequest } from "@ornament/platform/http/route-request";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Parts } from "../compose-parts.ts";
import { pinDecider } from "../pins/decider.ts";
import type { PinImportState } from "./decider.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { interrupt, stoppedAt, takeTurn } from "./import-job.ts";
import { RefusedRows, RowImport } from "./import-rows.ts";
import { batchOfFile, importErrors, importMessage } from "./import-texts.ts";
import { type PinRow, readPinRows } from "./pin-rows.ts";
import { previewImport } from "./preview-import.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";
import { SeenCodes } from "./seen-codes.ts";

type Routes = Pick<typeof pinImportRoutes, "importPins" | "previewPinImport">;

/**
 * `POST api/admin/import/csv` answers after every row of the file has been added or refused. Its preview says
 * what an import would do now, and keeps nothing of the file.
 */
export function importHandlers(parts: Parts): HandlersFor<Routes> {
  const runImport = importRunner(parts);
  return {
    importPins: (request) => withFile(parts, request, (file) => runImport(file, parts.contexts.of(request))),
    previewPinImport: (request) => withFile(parts, request, (file) => previewImport(parts, file)),
  };
}

async function withFile<T>(
  { config }: Parts,
  { req, query }: Pick<RouteRequest<Routes["importPins"]>, "req" | "query">,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(req, { folder: config.spoolFolder });
  try {
    return await use({ ...file, ...query });
  } finally {
    await file.remove();
  }
}

export type ImportResult = ResponseOf<typeof pinImportRoutes.importPins>;

interface Run {
  readonly importId: string;
  readonly file: ReceivedFile;
  readonly format: FileFormat;
  readonly context: CommandContext;
}

/**
 * Runs the import of a request once. A request with the same idempotency key waits for an import that is
 * running, gets the same answer from a completed one, and starts an interrupted one again. The file is part
 * of the request's body: the same key with another file is refused. While another import runs it throws
 * `import_running`.
 */
export function importRunner(parts: Parts) {
  const { store, pinImports, secrets, clock } = parts;
  const inTurn = oneAtATime();

  const start = async ({ importId, file, context }: Run) => {
    const { fileName, bytes } = file;
    const known = await pinImports.load(importId);
    if (known.state.status === "none") await takeTurn(parts, importId, context);
    const command = { type: "Start", importId, fileName, batchName: batchOfFile(fileName), bytes } as const;
    return await pinImports.handle(importId, command, context, known);
  };

  const run = async ({ importId, file, format, context }: Run): Promise<ImportResult> => {
    let reports = 0;
    const refusedRows = new RefusedRows(store, importId, context);
    const rows = new RowImport({
      add: (row) => addPin(store, importId, row, context),
      seen: new SeenCodes(file.bytes),
      judged: (judged) => inTime(() => refusedRows.take(judged)),
      inTime,
      now: clock,
      async progress(counts) {
        reports += 1;
        const step = stepOf(context, `progress ${reports}`);
        await inTime(() => pinImports.handle(importId, { type: "Progress", counts }, step));
      },
    });
    try {
      const outcome = await rows.run(readPinRows(file.path, format, batchOfFile(file.fileName)));
      await inTime(() => refusedRows.end());
      const command = { type: "Complete", ...outcome } as const;
      const { state } = await inTime(() => pinImports.handle(importId, command, stepOf(context, "complete")));
      return resultOf(state);
    } catch (error) {
      await interrupt(parts, { importId, context }, rows.counts, error);
      throw stoppedAt(rows.counts, error);
    }
  };

  const runOnce = async (file: ReceivedFile, context: CommandContext): Promise<ImportResult> => {
    const format = await formatOf(file.path, file.column);
    for (let attempt = 0; ; attempt += 1) {
      const importId = idOf(context.commandId, attempt);
      const { state, repeated } = await inTime(() => start({ importId, file, format, context }));
      if (state.status === "completed") return resultOf(state);
      if (state.status === "interrupted") continue;
      // Another replica runs it, or has crashed so recently that the import is not marked as interrupted yet.
      if (repeated) throw new Refusal("conflict", { message: "This import is still running." });
      return await run({ importId, file, format, context });
    }
  };

  return (file: ReceivedFile, request: CommandContext): Promise<ImportResult> => {
    const { fileName, sha256, column } = file;
    const context = { ...request, bodyHash: bodyHashOf(secrets.bodyHashKey, { fileName, sha256, column }) };
    return inTurn(context.commandId, () => runOnce(file, context));
  };
}

/** An import has no time limit. Each of its steps has the deadline of any other request. */
const inTime = <T>(step: () => Promise<T>): Promise<T> => withinDeadline(requestMilliseconds, step);

const idOf = (commandId: string, attempt: number) =>
  commandIdOf({ actor: commandId, method: "IMPORT", path: String(attempt), key: "" });

/** Returns `false` for a known PIN. The event's id is made from the line, so an append may be repeated. */
async function addPin(
  store: Pick<EventStore, "append">,
  importId: string,
  { line, code, batchName }: PinRow,
  context: CommandContext,
): Promise<boolean> {
  const decided = pinDecider.decide({ type: "Import", code, batchName, importId }, pinDecider.initialState());
  const id = commandIdOf({ actor: importId, method: "LINE", path: String(line), key: "" });
  try {
    const events = decided.map((event) => ({ ...event, id }));
    const { position } = await store.append(streams.pin(code), "no_stream", events, context);
    context.positions?.note(position);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

function resultOf(state: PinImportState): ImportResult {
  if (state.status === "none") throw new Refusal("import_not_found");
  const { importId, counts, refused } = state;
  return {
    importId,
    message: importMessage(counts),
    ...counts,
    refused: [...refused],
    errors: importErrors(refused),
  };
}
