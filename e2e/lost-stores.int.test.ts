import { expect, test } from "@jest/globals";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { readinessAt, untilNotReady, untilReady } from "@ornament/testing/product/until-ready";

// Built services whose stores are lost while the services run.
const it = servicesAndStoresOfEachTest();

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

test("a service that has lost its stores ends by itself after SIGTERM, before it would be ended with the code 1", async () => {
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
    expect(await service.ended).toEqual({ code: 0, signal: null });
  }
});
