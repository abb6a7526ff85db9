import { open } from "node:fs/promises";
import { RowImport } from "./import-rows.ts";
import { readPinRows } from "./pin-rows.ts";

/** Run by the test in a process of its own: imports a million rows and prints the counts and by how much it grew. */
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

async function measure(): Promise<void> {
  await writeMillion();
  const before = process.memoryUsage().rss;
  let most = before;
  const rows = new RowImport({
    now: () => new Date(),
    progress: async () => {
      most = Math.max(most, process.memoryUsage().rss);
    },
    progressMilliseconds: 50,
    add: async () => {
      await nextTurn();
      return true;
    },
  });
  const { counts } = await rows.run(readPinRows(path, "million.csv"));
  process.stdout.write(JSON.stringify({ counts, grownBytes: most - before }));
}

void measure();
