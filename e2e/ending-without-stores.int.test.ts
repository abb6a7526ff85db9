import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { untilReady } from "@ornament/testing/product/until-ready";

// Built services that end while their stores can't be reached.
const it = servicesAndStoresOfEachTest();

test.each(["command-api", "query-api", "projector", "gateway"] as const)(
  "%s without its stores ends cleanly within 3 s of SIGTERM, during its start and after it",
  async (name) => {
    const environment = {
      COMMAND_API_URL: "http://127.0.0.1:1",
      QUERY_API_URL: "http://127.0.0.1:1",
      PROJECTOR_URL: "http://127.0.0.1:1",
      WEB_ROOT: join(import.meta.dirname, "..", "web", "dist"),
      LOG_LEVEL: "silent",
    };
    for (const moment of ["immediately", "during the start", "once it listens", "a second later"]) {
      const service = it.current.start(name, environment);
      if (moment === "during the start") await service.handlesSigterm;
      if (moment === "once it listens" || moment === "a second later") await service.listening;
      if (moment === "a second later") await pause(1_000);
      service.child.kill("SIGTERM");
      const { code, signal } = await service.ended;
      // Until Node runs the program's first line, the signal itself may end the process.
      if (moment === "immediately")
        expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, "SIGTERM"]);
      else expect({ moment, code, signal }).toEqual({ moment, code: 0, signal: null });
    }
  },
);

test.each([
  ["query-api", "MONGODB_URL"],
  ["command-api", "EVENTSTORE_URL"],
] as const)(
  "%s ends with exit code 78 if its %s is wrong, instead of waiting for the store",
  async (name, variable) => {
    expect(await it.current.start(name, { [variable]: "nonsense" }).ended).toMatchObject({ code: 78 });
  },
);

test("command-api ends with exit code 78 if the first admin's password is too short, once the event store is there", async () => {
  const service = it.current.start("command-api", { ADMIN_PASSWORD: "short" });
  // The password is needed only if there is no admin yet, so the service has to reach the event store first.
  await service.listening;
  await it.current.startEventStore();
  expect(await service.ended).toMatchObject({ code: 78 });
});

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
