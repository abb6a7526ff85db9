import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const folder = mkdtempSync(join(tmpdir(), "check-types-"));
const script = fileURLToPath(new URL("./check-types.mjs", import.meta.url));
const check = (...projects: string[]) =>
  spawnSync(process.execPath, [script, ...projects], { cwd: folder, encoding: "utf8" });

beforeAll(() => {
  for (const [project, value] of Object.entries({ first: `"text"`, right: "1", last: "null" })) {
    mkdirSync(join(folder, project));
    writeFileSync(
      join(folder, project, "tsconfig.json"),
      '{ "compilerOptions": { "strict": true, "types": [] } }',
    );
    writeFileSync(join(folder, project, `${project}.ts`), `export const value: number = ${value};\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test("check:types shows the errors of every project, also after one with errors, and fails", () => {
  const { status, stdout } = check("first", "right", "last");
  expect(stdout).toMatch(/first\.ts\(1,14\): error[\s\S]*last\.ts\(1,14\): error/);
  expect(status).toBe(1);
});

test("check:types fails if an early project has errors and the last one has none", () => {
  expect(check("first", "right").status).toBe(1);
  expect(check("right").status).toBe(0);
});
