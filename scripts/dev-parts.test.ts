import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { developmentParts } from "./dev/parts.mjs";

type Parts = ReturnType<typeof developmentParts>;

let folder: string;
let parts: Parts;
let said: string[];

const store = `process.send({ ready: true, port: 1 }); process.on("disconnect", () => process.exit(0));`;
/** Records each request for a restart, with its process. */
const launcher = `
  import { appendFileSync } from "node:fs";
  console.log("Ornament is ready at http://localhost");
  process.on("message", ({ restart }) => {
    appendFileSync(new URL("asked.ndjson", import.meta.url), JSON.stringify({ pid: process.pid, restart }) + "\\n");
    process.send(restart.includes("gateway") ? { notRestarted: "gateway ended with 1" } : { restarted: restart });
  });
`;

beforeEach(async () => {
  said = [];
  folder = mkdtempSync(join(tmpdir(), "dev-parts-"));
  for (const name of ["eventstore", "mongodb"]) writeFileSync(join(folder, `${name}.js`), store);
  writeFileSync(join(folder, "development.js"), launcher);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  parts = developmentParts({
    folder,
    environment: { PATH: process.env.PATH },
    gatewayPort: 1,
    say: (line: string) => said.push(line),
    onLog: () => undefined,
    onStoreLost: (reason: string) => said.push(reason),
  });
  expect(await parts.start()).toBe(true);
});
afterEach(async () => {
  await parts.stop();
  rmSync(folder, { recursive: true });
});

const asked = (): { pid: number; restart: string[] }[] =>
  readFileSync(join(folder, "asked.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("only the services whose programs have changed start again", async () => {
  expect(await parts.restart(["query-api", "demo"])).toBe(true);
  expect(await parts.restart(["command-api", "projector"])).toBe(true);
  expect(asked().map(({ restart }) => restart)).toEqual([["query-api"], ["command-api", "projector"]]);
  expect(new Set(asked().map(({ pid }) => pid)).size).toBe(1);
});

test("a changed password worker starts command-api again, and changed demo data restarts no service", async () => {
  await parts.restart(["password-worker"]);
  expect(await parts.restart(["demo"])).toBe(true);
  expect(asked().map(({ restart }) => restart)).toEqual([["command-api"]]);
});

test("a changed launcher is restarted with every service", async () => {
  await parts.restart(["query-api"]);
  await parts.restart(["development", "query-api"]);
  await parts.restart(["query-api"]);
  expect(asked()).toHaveLength(2);
  expect(new Set(asked().map(({ pid }) => pid)).size).toBe(2);
});

test("a service that can't start with its changed code is reported, and calls are refused until the next change", async () => {
  expect(await parts.restart(["gateway"])).toBe(false);
  expect(said.at(-1)).toBe("gateway ended with 1. It starts again with the next change.");
  expect(await parts.restart(["query-api"])).toBe(true);
});
