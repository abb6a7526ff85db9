import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { readinessAt, untilNotReady, untilReady } from "@ornament/testing/product/until-ready";

// Built services whose stores can't be reached when they start, are lost while they run, or when they end.
const it = servicesAndStoresOfEachTest();

const eventStoreReason = /^(waiting for t|T)he event store at 127\.0\.0\.1:\d+( can't be reached .*)?$/;
const warningLevel = 40;

test.each([
  ["command-api", "POST", "/api/admin/login", eventStoreReason],
  ["query-api", "GET", "/api/settings", /^waiting for MongoDB at 127\.0\.0\.1:\d+$/],
  ["projector", "GET", "/healthz", eventStoreReason],
] as const)(
  "%s without its store listens, is healthy but not ready, and logs one short warning for each store",
  async (name, method, path, reason) => {
    const service = it.current.start(name);
    const url = await service.listening;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await readinessAt(`${url}/readyz`)).toEqual({
      status: 503,
      ready: false,
      reason: expect.stringMatching(reason),
    });
    if (path.startsWith("/api")) {
      const answer = await fetch(url + path, { method });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 503,
        body: { code: "unavailable" },
      });
      expect(answer.headers.get("retry-after")).toMatch(/^[12]$/);
    }
    const warnings = () => service.logEntries().filter(({ level }) => Number(level) >= warningLevel);
    while (warnings().length === 0) await pause(20);
    const found = warnings();
    expect(found.length).toBeLessThanOrEqual(2);
    for (const warning of found) {
      expect(warning).toMatchObject({
        msg: expect.stringMatching(/^Waiting for (the event store|MongoDB), which does not answer$/),
        address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        reason: expect.any(String),
      });
      expect(warning).not.toHaveProperty("err");
      expect(JSON.stringify(warning)).not.toMatch(/available right now|stack/);
    }
  },
);

test("services whose stores start later become ready then, and the first admin can sign in", async () => {
  const commandApi = it.current.start("command-api", { ADMIN_PASSWORD: "" });
  const services = [commandApi, it.current.start("query-api"), it.current.start("projector")];
  const urls = await Promise.all(services.map(({ listening }) => listening));
  // This is longer than the MongoDB driver's timeout for finding a server.
  await pause(6_500);
  for (const url of urls) expect(await readinessAt(`${url}/readyz`)).toMatchObject({ status: 503 });
  await it.current.startStores();
  for (const url of urls) await untilReady(`${url}/readyz`);
  const { firstAdmin } = (await commandApi.started) as { firstAdmin: { email: string; password: string } };
  const signedIn = await fetch(`${urls[0]}/api/admin/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(firstAdmin),
  });
  expect(signedIn.status).toBe(200);
  expect((await fetch(`${urls[1]}/api/settings`)).status).toBe(200);
  for (const service of services) expect(JSON.stringify(service.logEntries())).toMatch(/answers again/);
});

const timeoutMs = 60_000;

test("a service that loses a store is not ready, and ready when the store is back, without a restart", async () => {
  await it.current.startStores();
  const { mongo } = it.current;
  const services = [
    it.current.start("command-api"),
    it.current.start("query-api"),
    it.current.start("projector"),
  ];
  const [commandApi = "", queryApi = "", projector = ""] = await Promise.all(
    services.map(async ({ listening }) => `${await listening}/readyz`),
  );
  for (const service of [commandApi, queryApi, projector]) await untilReady(service, timeoutMs);

  mongo.front.refuse();
  for (const service of [queryApi, projector]) {
    const { reason } = await untilNotReady(service, timeoutMs);
    expect(reason).toBe("MongoDB does not answer");
  }
  expect(await readinessAt(commandApi)).toMatchObject({ ready: true });
  await mongo.front.accept();
  for (const service of [queryApi, projector]) await untilReady(service, timeoutMs);

  mongo.front.freeze();
  const reading = await fetch(queryApi.replace("/readyz", "/api/settings"));
  expect({ status: reading.status, ...((await reading.json()) as object) }).toMatchObject({
    status: 503,
    code: "unavailable",
  });
  for (const service of [queryApi, projector]) await untilNotReady(service, timeoutMs);
  mongo.front.thaw();
  for (const service of [queryApi, projector]) await untilReady(service, timeoutMs);

  await it.current.stopEventStore();
  for (const service of [commandApi, projector]) {
    const { reason } = await untilNotReady(service, timeoutMs);
    expect(reason).toBe("the event store does not answer");
  }
  expect(await readinessAt(queryApi)).toMatchObject({ ready: true });
  await it.current.startEventStore();
  for (const service of [commandApi, projector]) await untilReady(service, timeoutMs);

  for (const service of services) {
    service.child.kill("SIGTERM");
    expect(await service.ended).toEqual({ code: 0, signal: null });
  }
});

test.each(["command-api", "query-api", "projector", "gateway"] as const)(
  "%s without its stores ends cleanly within 3 s of SIGTERM, during its start and after it",
  async (name) => {
    const environment = {
      COMMAND_API_URL: "http://127.0.0.1:1",
      QUERY_API_URL: "http://127.0.0.1:1",
      PROJECTOR_URL: "http://127.0.0.1:1",
      WEB_ROOT: join(import.meta.dirname, "..", "..", "web", "dist"),
      LOG_LEVEL: "silent",
    };
    for (const moment of ["immediately", "during the start", "once it listens"]) {
      const service = it.current.start(name, environment);
      if (moment === "during the start") await service.handlesSigterm;
      if (moment === "once it listens") await service.listening;
      service.child.kill("SIGTERM");
      const { code, signal } = await service.ended;
      // Until Node runs the program's first line, the signal itself may end the process.
      if (moment === "immediately")
        expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, "SIGTERM"]);
      else expect({ moment, code, signal }).toEqual({ moment, code: 0, signal: null });
    }
  },
);

test("a service ends with exit code 78 if one of its keys doesn't belong to the event store", async () => {
  await it.current.startStores();
  const service = it.current.start("command-api");
  await untilReady(`${await service.listening}/readyz`, 60_000);
  service.child.kill("SIGTERM");
  await service.ended;
  const { ADDRESS_KEY = "", MASTER_KEY = "" } = drawSecrets();
  for (const [name, wrong] of [
    ["command-api", { ADDRESS_KEY }],
    ["command-api", { MASTER_KEY }],
    ["projector", { MASTER_KEY }],
  ] as const)
    expect(await it.current.start(name, wrong).ended).toMatchObject({ code: 78 });
});
