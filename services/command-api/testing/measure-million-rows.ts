import { open, stat } from "node:fs/promises";
import { formatOf } from "../imports/file-format.ts";
import { RowImport } from "../imports/import-rows.ts";
import { readPinRows } from "../imports/pin-rows.ts";
import { SeenCodes } from "../imports/seen-codes.ts";

/**
 * Imports a million rows and prints the counts and the bytes held in memory after every 20,000 rows. The test
 * runs it in a separate process with `--expose-gc`.
 */
const path = process.argv[2] ?? "";
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function writeMillion(): Promise<void> {
  const file = await open(path, "w");
  for (let thousand = 0; thousand < 1000; thousand += 1) {
    const codes = Array.from({ length: 1000 }, (_, index) =>
      (10_000_000_000 + (thousand * 1000 + index) * 7919).toString(36).toUpperCase().padStart(7, "0"),
    );
    await file.write(`${codes.join(",Gold\r\n")},Gold\r\n`);
  }
  await file.close();
}

/**
 * Bytes in use after garbage collection. The memory that V8 reserves in addition differs from version to
 * version.
 */
function heldBytes(): number {
  if (!globalThis.gc) throw new Error("--expose-gc is needed");
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measure(): Promise<void> {
  await writeMillion();
  const held: number[] = [];
  let added = 0;
  const rows = new RowImport({
    now: () => new Date(),
    seen: new SeenCodes((await stat(path)).size),
    progress: async () => undefined,
    progressMilliseconds: 50,
    add: async () => {
      await nextTurn();
      added += 1;
      if (added % 20_000 === 0) held.push(heldBytes());
      return true;
    },
  });
  const { counts } = await rows.run(readPinRows(path, await formatOf(path), "million.csv"));
  process.stdout.write(JSON.stringify({ counts, held }));
}

void measure();
