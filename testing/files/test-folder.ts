import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

/** A new folder for the tests of a file. It's removed after them. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ornament-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
