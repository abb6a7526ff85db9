import { expect, test } from "@jest/globals";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { readinessAt, untilNotReady, untilReady } from "@ornament/testing/product/until-ready";

// Built services whose stores are lost while the services run.
const it = servicesAndStoresOfEachTest();

/** A service notices within this time, in milliseconds, that a store is lost or is back. */
const noticeTime = 5_000;
const timeoutMs = 60_000;

test("a service that loses a store is not ready within 5 s, and ready within 5 s when the store is back, without a restart", async () => {
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
    const { took, reason } = await untilNotReady(service, timeoutMs);
    expect(reason).toBe("MongoDB does not answer");
    expect(took).toBeLessThan(noticeTime);
  }
  expect(await readinessAt(commandApi)).toMatchObject({ ready: true });
  await mongo.front.accept();
  for (const service of [queryApi, projector])
    expect((await untilReady(service, timeoutMs)).took).toBeLessThan(noticeTime);

  mongo.front.freeze();
  for (const service of [queryApi, projector])
    expect((await untilNotReady(service, timeoutMs)).took).toBeLessThan(noticeTime);
  mongo.front.thaw();
  for (const service of [queryApi, projector])
    expect((await untilReady(service, timeoutMs)).took).toBeLessThan(noticeTime);

  await it.current.stopEventStore();
  for (const service of [commandApi, projector]) {
    const { took, reason } = await untilNotReady(service, timeoutMs);
    expect(reason).toBe("the event store does not answer");
    expect(took).toBeLessThan(noticeTime);
  }
  expect(await readinessAt(queryApi)).toMatchObject({ ready: true });
  await it.current.startEventStore();
  for (const service of [commandApi, projector])
    expect((await untilReady(service, timeoutMs)).took).toBeLessThan(noticeTime);

  for (const service of services) {
    service.child.kill("SIGTERM");
    expect(await service.ended).toEqual({ code: 0, signal: null });
  }
});

test("a service that has lost its stores ends cleanly within 4.8 s of SIGTERM", async () => {
  await it.current.startStores();
  const services = [
    it.current.start("command-api"),
    it.current.start("query-api"),
    it.current.start("projector"),
  ];
  const urls = await Promise.all(services.map(async ({ listening }) => `${await listening}/readyz`));
  await Promise.all(urls.map((url) => untilReady(url, timeoutMs)));
  it.current.mongo.front.refuse();
  await it.current.stopEventStore();
  await Promise.all(urls.map((url) => fetch(url)));
  for (const service of services) {
    service.child.kill("SIGTERM");
    const signalled = performance.now();
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - signalled).toBeLessThan(4_800);
  }
});
