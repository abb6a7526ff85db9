import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { build } from "esbuild";

const megabyte = 1024 * 1024;

test("an import of a million rows holds no more memory in its second half than in its first", async () => {
  const folder = await mkdtemp(join(tmpdir(), "million-rows-"));
  try {
    const program = join(folder, "measure.cjs");
    await build({
      entryPoints: [fileURLToPath(new URL("../testing/measure-million-rows.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      logLevel: "error",
    });
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      program,
      join(folder, "million.csv"),
    ]);
    const { counts, held } = JSON.parse(stdout) as { counts: unknown; held: number[] };
    expect(counts).toEqual({ rows: 1_000_000, added: 1_000_000, duplicates: 0, bad: 0 });
    // The memory for rows that are read ahead varies. The lowest value grows only if something keeps the
    // rows.
    expect(held).toHaveLength(50);
    const least = (part: number[]) => Math.min(...part) / megabyte;
    expect(least(held.slice(25)) - least(held.slice(0, 25))).toBeLessThan(5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
