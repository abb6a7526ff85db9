import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { build } from "esbuild";

test("a million rows grow the process by less than 150 MB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "million-rows-"));
  try {
    const program = join(folder, "measure.cjs");
    await build({
      entryPoints: [fileURLToPath(new URL("./measure-million-rows.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      logLevel: "error",
    });
    const { stdout } = await promisify(execFile)(process.execPath, [program, join(folder, "million.csv")]);
    const { counts, grownBytes } = JSON.parse(stdout) as { counts: unknown; grownBytes: number };
    expect(counts).toEqual({ rows: 1_000_000, added: 1_000_000, duplicates: 0, bad: 0 });
    expect(grownBytes / 1024 / 1024).toBeLessThan(150);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
