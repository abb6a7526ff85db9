import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { servicesAndStoresOfEachTest } from "@ornament/testing/product/services-and-stores";
import { untilReady } from "@ornament/testing/product/until-ready";

// The event store is restored from a backup while the services run.
const it = servicesAndStoresOfEachTest();

/** A service notices within this time, in milliseconds, that the event store was restored. */
const noticeTime = 5_000;
const password = "Other-1-horse";
const newPassword = "Newer-2-horse";

async function startServices() {
  await it.current.startStores();
  const names = ["command-api", "query-api", "projector"] as const;
  const urls = await Promise.all(names.map((name) => it.current.start(name).listening));
  for (const url of urls) await untilReady(`${url}/readyz`);
  const [commands = "", queries = "", projector = ""] = urls;
  return { commands: new ApiClient(commands), queries: new ApiClient(queries), urls, projector };
}

/** Repeats a call until the services have found their stores again. */
async function onceAvailable(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await pause(20);
  }
}

test("after a backup is restored under running services, later changes are forgotten, and no restored data is destroyed", async () => {
  const { commands, queries, urls } = await startServices();
  const boss = await commands.signInAdmin();
  const create = async (email: string) => {
    const body = { email, password, role: "ADMIN", firstName: "Ann", lastName: "Lee" };
    const { status, body: created } = await commands.call("POST", "/api/admin/registration", {
      token: boss,
      body,
    });
    expect(status).toBe(200);
    return { id: Number(created.id), email };
  };
  const [changed, deleted] = [await create("changed@ornament.test"), await create("deleted@ornament.test")];
  const imported = await commands.importPins(boss, "KEPT-001\n");
  const pins = (token: string) => queries.call("GET", "/api/admin/table/pins", { token });
  const pinsOf = async (token: string) =>
    (await pins(token)).body.rows?.map(({ pin }: { pin: string }) => pin);
  while (!(await pinsOf(boss))?.includes("KEPT-001")) await pause(20);
  expect(imported.status).toBe(200);
  await it.current.backUpEventStore();
  for (const url of urls) await untilReady(`${url}/readyz`);

  const asBoss = { token: boss };
  const edit = (who: typeof changed, body: object, token = boss) =>
    commands.call("PUT", "/api/admin/update-profile", { token, body: { ...who, role: "ADMIN", ...body } });
  expect((await edit(changed, { password: newPassword })).status).toBe(200);
  const lost = await commands.signInAdmin(changed.email, newPassword);
  const setting = (token: string) =>
    commands.call("POST", "/api/admin/update-setting", { token, body: { name: "numberDevices", value: 5 } });
  expect((await setting(lost)).status).toBe(200);
  expect((await commands.call("DELETE", `/api/admin/delete/${deleted.id}`, asBoss)).status).toBe(200);
  await commands.importPins(boss, "LOST-001\n");
  while (!(await pinsOf(boss))?.includes("LOST-001")) await pause(20);

  await it.current.restoreEventStore();
  const restored = performance.now();
  let lastWrong = restored;
  let answer = await pins(boss);
  for (; answer.status === 503 || answer.body.rows?.length === 2; answer = await pins(boss)) {
    if (answer.status === 200) lastWrong = performance.now();
    await pause(20);
  }
  // The reader's token was issued before the restore, so it has to be renewed.
  const tookMs = lastWrong - restored;
  expect({ status: answer.status, isNoticedSoon: tookMs < noticeTime, tookMs }).toMatchObject({
    status: 401,
    isNoticedSoon: true,
  });

  const signIn = { body: { email: deleted.email, password } };
  expect((await onceAvailable(() => commands.call("POST", "/api/admin/login", signIn))).status).toBe(200);
  expect((await onceAvailable(() => setting(boss))).status).toBe(200);
  expect((await setting(lost)).status).toBe(401);
  const renamed = await edit(deleted, { firstName: "Ann", lastName: "Low" });
  expect(renamed.status).toBe(200);
  expect((await edit(changed, { password: newPassword })).status).toBe(200);
  expect((await setting(lost)).status).toBe(401);

  const again = await commands.signInAdmin(adminEmail, adminPassword);
  const admins = await onceAvailable(() =>
    queries.call("GET", "/api/admin/admins", { token: again, readAfter: renamed.position }),
  );
  expect(JSON.stringify(admins.body)).toContain('"Low"');
  expect(admins.body.rows ?? admins.body).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: deleted.email })]),
  );
  expect(await pinsOf(again)).toEqual(["KEPT-001"]);
  expect((await queries.call("GET", "/api/admin/admins", { token: lost })).status).toBe(401);
});
