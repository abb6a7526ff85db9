import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ConfigError } from "../config/read-config.ts";
import { type ServiceServer, startServiceServer } from "./service-server.ts";

const app = (_request: unknown, response: { end(text: string): void }) => response.end("the app");
const local = { PORT: 0, HOST: "127.0.0.1", METRICS_PORT: 0 };
const read = async (port: number | undefined, path: string, headers = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return [answer.status, await answer.text()];
};

describe("a service with METRICS_PORT", () => {
  let server: ServiceServer;
  let measure: () => Promise<string>;
  beforeEach(async () => {
    measure = async () => "requests 7\n";
    server = await startServiceServer(app, () => measure(), local);
  });
  afterEach(() => server.stop());

  test("a service answers only metrics on METRICS_PORT, to every caller that reaches that port", async () => {
    expect(await read(server.metricsPort, "/metrics", { "X-Forwarded-For": "203.0.113.7" })).toEqual([
      200,
      "requests 7\n",
    ]);
    expect(await read(server.metricsPort, "/")).toEqual([404, "Not found\n"]);
    expect(await read(server.port, "/")).toEqual([200, "the app"]);
  });

  test("a service answers 503 on METRICS_PORT while its metrics can't be read", async () => {
    measure = () => Promise.reject(new Error("broken"));
    expect((await read(server.metricsPort, "/metrics"))[0]).toBe(503);
    measure = async () => "requests 8\n";
    expect((await read(server.metricsPort, "/metrics"))[0]).toBe(200);
  });

  test("a METRICS_PORT that is taken stops the start with a ConfigError", async () => {
    const taken = startServiceServer(app, measure, { ...local, METRICS_PORT: server.port });
    await expect(taken).rejects.toThrow(ConfigError);
  });
});

test("a service without METRICS_PORT opens no second port", async () => {
  const server = await startServiceServer(app, async () => "", { PORT: 0, HOST: "127.0.0.1" });
  expect(server.metricsPort).toBeUndefined();
  await server.stop();
});
