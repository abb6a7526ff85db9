import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ConfigError } from "../config/read-config.ts";
import { type RunningServer, startServer, startServiceServer } from "./server.ts";

const crowd = 1_000;

/** The system's limit; lower than the crowd on systems other than Linux and on old ones. */
function mostWaiting(): number {
  try {
    return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  } catch {
    return 0;
  }
}

const testOrSkip = mostWaiting() >= crowd ? test : test.skip;

/** Ends once all connections are open. */
const connect = (port: number) => `
  const { connect } = require("node:net");
  let open = 0;
  for (let n = 0; n < ${crowd}; n += 1)
    connect(${port}, "127.0.0.1", () => (open += 1) === ${crowd} && process.exit(0));
`;

testOrSkip("a crowd can connect while the server's thread is busy", async () => {
  const server = await startServer((_request, response) => void response.end(), { port: 0 });
  try {
    // This thread waits for the program, so it accepts no connection in the meantime.
    const run = () => execFileSync(process.execPath, ["-e", connect(server.port)], { timeout: 60_000 });
    expect(run).not.toThrow();
  } finally {
    await server.stop();
  }
});

test("an idle connection is kept for longer than proxies keep theirs, so that none sends a request on a closed one", async () => {
  const server = await startServer((_request, response) => void response.end(), { port: 0 });
  try {
    const { headers } = await fetch(server.url);
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(90);
  } finally {
    await server.stop();
  }
});

const app = (_request: unknown, response: { end(text: string): void }) => response.end("the app");
const local = { PORT: 0, HOST: "127.0.0.1", METRICS_PORT: 0 };
const read = async (port: number | undefined, path: string, headers = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return [answer.status, await answer.text()];
};

let servers: readonly RunningServer[];
let measure: () => Promise<string>;
beforeEach(async () => {
  measure = async () => "requests 7\n";
  servers = await startServiceServer(app, () => measure(), local);
});
afterEach(() => Promise.all(servers.map((server) => server.stop())));
const portOf = (place: number) => servers[place]?.port;

test("a service answers only metrics on METRICS_PORT, to every caller that reaches that port", async () => {
  expect(await read(portOf(1), "/metrics", { "X-Forwarded-For": "203.0.113.7" })).toEqual([
    200,
    "requests 7\n",
  ]);
  expect(await read(portOf(1), "/")).toEqual([404, "Not found\n"]);
  expect(await read(portOf(0), "/")).toEqual([200, "the app"]);
});

test("a service answers 503 on METRICS_PORT while its metrics can't be read", async () => {
  measure = () => Promise.reject(new Error("broken"));
  expect((await read(portOf(1), "/metrics"))[0]).toBe(503);
  measure = async () => "requests 8\n";
  expect((await read(portOf(1), "/metrics"))[0]).toBe(200);
});

test("a METRICS_PORT that is taken stops the start with a ConfigError", async () => {
  const taken = startServiceServer(app, measure, { ...local, METRICS_PORT: portOf(0) });
  await expect(taken).rejects.toThrow(ConfigError);
});

test("a service without METRICS_PORT opens no second port", async () => {
  const servers = await startServiceServer(app, async () => "", { PORT: 0, HOST: "127.0.0.1" });
  expect(servers).toHaveLength(1);
  await servers[0]?.stop();
});
