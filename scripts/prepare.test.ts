import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

const prepare = fileURLToPath(new URL("prepare.mjs", import.meta.url));
const app = { "node_modules/express": { version: "1.0.0" } };
const tools = { "node_modules/jest": { version: "1.0.0", dev: true } };
const lock = { packages: { "": { version: "1.0.0" }, ...app, ...tools } };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ornament-prepare-"));
  mkdirSync(join(folder, "node_modules"));
  write("package-lock.json", lock);
  for (const path of ["express", "jest"]) mkdirSync(join(folder, "node_modules", path));
  // This npm notes its parameters, and records the packages as the real one does.
  writeFileSync(
    join(folder, "npm"),
    `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require("node:fs");
appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
delete packages[""];
if (process.argv.includes("--omit=dev")) delete packages["node_modules/jest"];
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`,
  );
  chmodSync(join(folder, "npm"), 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content));

/** Prepares the folder, and returns the commands of npm with the packages that they were asked for. */
function prepared({ withTools }: { withTools: boolean }): string[] {
  const script = `import(${JSON.stringify(prepare)}).then((it) => it.installWhereNeeded({ withTools: ${withTools} }))`;
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  execFileSync(process.execPath, ["--eval", script], { cwd: folder, env, stdio: "ignore" });
  const calls = join(folder, "calls");
  if (!existsSync(calls)) return [];
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  rmSync(calls);
  return lines.map((line) => line.replace(" --no-audit --no-fund --loglevel=error", ""));
}

test("the first start installs no packages of development and tests, and the second start installs nothing", () => {
  expect(prepared({ withTools: false })).toEqual(["ci --omit=dev"]);
  expect(prepared({ withTools: false })).toEqual([]);
});

test("after a start, the tests add the packages that are missing and leave the others of a running product in place", () => {
  prepared({ withTools: false });
  expect(prepared({ withTools: true })).toEqual(["install --no-save --include=dev"]);
  expect(prepared({ withTools: true })).toEqual([]);
});

test("a start removes no packages of development and tests", () => {
  expect(prepared({ withTools: true })).toEqual(["ci --include=dev"]);
  expect(prepared({ withTools: false })).toEqual([]);
  write("package-lock.json", {
    packages: { ...lock.packages, "node_modules/express": { version: "2.0.0" } },
  });
  expect(prepared({ withTools: false })).toEqual(["ci --include=dev"]);
  expect(prepared({ withTools: true })).toEqual([]);
});

test("packages that a person has installed by npm are not installed again", () => {
  write("node_modules/.package-lock.json", { packages: app });
  expect(prepared({ withTools: false })).toEqual([]);
  write("node_modules/.package-lock.json", { packages: { ...app, ...tools } });
  expect(prepared({ withTools: true })).toEqual([]);
  expect(prepared({ withTools: false })).toEqual([]);
});

test("a package that npm recorded but that is not there is installed", () => {
  write("node_modules/.package-lock.json", { packages: { ...app, ...tools } });
  rmSync(join(folder, "node_modules/jest"), { recursive: true });
  expect(prepared({ withTools: false })).toEqual(["install --no-save --include=dev"]);
});
