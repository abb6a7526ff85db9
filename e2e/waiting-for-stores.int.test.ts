import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { readinessAt, untilReady } from "@ornament/testing/product/until-ready";

// Built services whose stores can't be reached when the services start.
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

test("a service that waits for MongoDB shows neither the name nor the password in its URL", async () => {
  // EventStoreDB's client refuses a password without TLS, so only MongoDB's URL can have one here.
  const { mongoPort } = it.current;
  const service = it.current.start("query-api", {
    MONGODB_URL: `mongodb://somebody:s3cret-of-the-store@127.0.0.1:${mongoPort}/`,
  });
  const { reason } = await readinessAt(`${await service.listening}/readyz`);
  expect(reason).toBe(`waiting for MongoDB at 127.0.0.1:${mongoPort}`);
  while (service.logEntries().every(({ level }) => Number(level) < warningLevel)) await pause(20);
  expect(JSON.stringify(service.logEntries())).not.toMatch(/s3cret-of-the-store|somebody/);
});

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
