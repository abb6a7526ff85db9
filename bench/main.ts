import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { compareAppends } from "./appends.ts";

/**
 * `npm run bench`: measures the whole product on the embedded servers in one run. Single figures vary on a busy machine, so compare
 * two versions by running both at the same time.
 */
const email = "bench@ornament.test";
const password = "Bench-2026";
const pins = 5_000;
const changes = 200;

const dataDir = mkdtempSync(join(tmpdir(), "ornament-bench-"));
let product: ChildProcess | undefined;
let url = "";
let token = "";

async function start(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL("start.js", import.meta.url))], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  product = child;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => text.includes("Ornament is ready") && resolve());
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}`)));
  });
  url = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")).url;
  return performance.now() - began;
}

async function stop(): Promise<number> {
  const began = performance.now();
  const ended = new Promise((resolve) => product?.once("exit", resolve));
  product?.kill("SIGTERM");
  await ended;
  return performance.now() - began;
}

async function call(method: string, path: string, body?: object, readAfter?: string | null) {
  const form = body instanceof FormData;
  const began = performance.now();
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      ...(body && !form ? { "Content-Type": "application/json" } : {}),
      ...(readAfter ? { "X-Read-After": readAfter } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const content = (await answer.json()) as ReturnType<typeof JSON.parse>;
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return { content, milliseconds: performance.now() - began, position: answer.headers.get("x-position") };
}

const codeOf = (row: number) => `BEN${row.toString(36).toUpperCase().padStart(4, "0")}`;

function show(what: string, figure: number, unit: string) {
  console.log(`${what.padEnd(58)} ${figure.toFixed(figure < 10 ? 1 : 0).padStart(8)} ${unit}`);
}

function showLatencies(what: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  console.log(`${what.padEnd(58)} ${at(0.5).toFixed(1).padStart(8)} ms (p99 ${at(0.99).toFixed(1)} ms)`);
}

async function importPins() {
  const file = new FormData();
  const csv = Array.from({ length: pins }, (_, row) => codeOf(row)).join("\n");
  file.append("file", new Blob([csv], { type: "text/csv" }), "bench.csv");
  const { milliseconds, position } = await call("POST", "/api/admin/import/csv", file);
  show(`Import of ${pins} PINs`, pins / (milliseconds / 1000), "PINs/s");
  const seen = await call("GET", "/api/admin/table/pins?limit=10", undefined, position);
  show("… until all are in the table", seen.milliseconds, "ms");
}

async function changeAndRead() {
  const commands: number[] = [];
  const reads: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const body = { id: pinIdOf(codeOf(n)), status: false, comment: "bench" };
    const changed = await call("PUT", "/api/admin/update-pin-status", body);
    const read = await call("GET", "/api/admin/table/pins?limit=25", undefined, changed.position);
    commands.push(changed.milliseconds);
    reads.push(read.milliseconds);
  }
  showLatencies("A change, durable", commands);
  showLatencies("The table with that change in it", reads);
}

async function readTables() {
  for (const [what, path] of [
    ["A page of pins by an indexed sort", "/api/admin/table/pins?limit=25&fieldName=status&page=100"],
    ["Pins by a part of the code", "/api/admin/table/pins?limit=25&query=EN00&field=pin"],
    ["A page of the log", "/api/admin/action-logs?page=2&limit=25"],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < changes; n += 1) times.push((await call("GET", path)).milliseconds);
    showLatencies(what, times);
  }
}

/** Our own append call must not be slower than the official client's. */
async function compareWithOfficialClient() {
  const { eventstoreUrl } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  for (const [appends, atOnce] of [
    [300, 1],
    [3_000, 64],
  ] as const) {
    const { ours, official } = await compareAppends(eventstoreUrl, appends, atOnce);
    show(`Appends, ${atOnce} at once`, ours, "appends/s");
    show("… compared with the official client", ours / official, "times");
  }
}

try {
  show("Start on an empty log, until ready", await start(), "ms");
  token = (await call("POST", "/api/admin/login", { email, password })).content.accessToken;
  await importPins();
  await changeAndRead();
  await readTables();
  show("Stop", await stop(), "ms");
  show(`Start over ${pins + changes} events and more, until ready`, await start(), "ms");
  await compareWithOfficialClient();
  await stop();
} finally {
  product?.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
}
