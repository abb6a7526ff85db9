import type { pinImportRoutes } from "@ornament/contracts/api/pin-import";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import { bodyHashOf, commandIdOf } from "@ornament/platform/commands/idempotency";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import { requestMilliseconds, withinDeadline } from "@ornament/platform/deadline/deadline";
import { ConflictError } from "@ornament/platform/eventstore/event-store";
import { pinDecider } from "../../aggregates/pin/decider.ts";
import type { PinImportState } from "../../aggregates/pin-import/decider.ts";
import { stepOf } from "../../command-step.ts";
import type { Dependencies } from "../../dependencies.ts";
import { handleImport } from "./handle-import.ts";
import { batchOfFile, importErrors, importMessage, RowImport } from "./import-rows.ts";
import { interrupt, stoppedAt } from "./interrupt.ts";
import { type PinRow, readPinRows } from "./pin-rows.ts";
import type { ReceivedFile } from "./receive-file.ts";

export type ImportResult = ResponseOf<typeof pinImportRoutes.importPins>;

export interface Run {
  readonly importId: string;
  readonly file: ReceivedFile;
  readonly context: CommandContext;
}

/**
 * Runs the import of a request once. A request with the same idempotency key waits for an import that is running, gets the
 * same answer from a completed one, and starts an interrupted one again. The file's content is part of the request's body:
 * the same key with another file is refused.
 */
export function importRunner(dependencies: Dependencies) {
  const inTurn = oneAtATime();
  return (file: ReceivedFile, request: CommandContext): Promise<ImportResult> => {
    const { fileName, sha256 } = file;
    const bodyHash = bodyHashOf(dependencies.secrets.bodyHashKey, { fileName, sha256 });
    const context = { ...request, bodyHash };
    return inTurn(context.commandId, () => runOnce(dependencies, file, context));
  };
}

async function runOnce(
  dependencies: Dependencies,
  file: ReceivedFile,
  context: CommandContext,
): Promise<ImportResult> {
  for (let attempt = 0; ; attempt += 1) {
    const importId = idOf(context.commandId, attempt);
    const { state, repeated } = await inTime(() => start(dependencies, { importId, file, context }));
    if (state.status === "completed") return resultOf(state);
    if (state.status === "interrupted") continue;
    // Another replica runs it, or has crashed so recently that the import is not marked as interrupted yet.
    if (repeated) throw new Refusal("conflict", { message: "This import is still running." });
    return await run(dependencies, { importId, file, context });
  }
}

/** An import may take as long as its file needs. Each of its steps has the deadline of any other request. */
const inTime = <T>(step: () => Promise<T>): Promise<T> => withinDeadline(requestMilliseconds, step);

const idOf = (commandId: string, attempt: number) =>
  commandIdOf({ actor: commandId, method: "IMPORT", path: String(attempt), key: "" });

const start = (dependencies: Dependencies, { importId, file, context }: Run) =>
  handleImport(dependencies, importId, context, {
    type: "Start",
    importId,
    fileName: file.fileName,
    batchName: batchOfFile(file.fileName),
    bytes: file.bytes,
  });

async function run(dependencies: Dependencies, { importId, file, context }: Run): Promise<ImportResult> {
  let reports = 0;
  const rows = new RowImport({
    add: (row) => inTime(() => addPin(dependencies, importId, row, context)),
    now: dependencies.clock,
    async progress(counts) {
      reports += 1;
      const step = stepOf(context, `progress ${reports}`);
      await inTime(() => handleImport(dependencies, importId, step, { type: "Progress", counts }));
    },
  });
  try {
    const outcome = await rows.run(readPinRows(file.path, batchOfFile(file.fileName)));
    const command = { type: "Complete", ...outcome } as const;
    const { state } = await inTime(() =>
      handleImport(dependencies, importId, stepOf(context, "complete"), command),
    );
    return resultOf(state);
  } catch (error) {
    await interrupt(dependencies, { importId, context }, rows.counts, error);
    throw stoppedAt(rows.counts, error);
  }
}

/**
 * Answers `false` if the PIN was there before. The event's id is made from the line, so the event store recognises an append
 * that is repeated after an outage.
 */
async function addPin(
  { store }: Dependencies,
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
