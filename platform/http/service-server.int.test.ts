import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ConfigError } from "../config/read-config.ts";
import { type RunningServer, startServiceServer } from "./server.ts";

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
