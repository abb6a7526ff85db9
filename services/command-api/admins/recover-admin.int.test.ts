import { beforeEach, expect, test } from "@jest/globals";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { bindAggregates } from "../aggregates.ts";
import { endingAfter } from "../testing/ending-store.ts";
import { apiForEachTest } from "../testing/running-api.ts";
import { adminEvents, createAdmin, directoryEvents, firstAdminId, typesOf } from "../testing/test-admin.ts";
import { firstAdmin, publicUrl } from "../testing/test-command-api.ts";
import { addressForRecovery, adminToRecover, recoverAdmin } from "./recover-admin.ts";

const api = apiForEachTest();
let adminId: number;
beforeEach(async () => {
  adminId = await firstAdminId(api);
});

const email = "new@ornament.test";
const password = "Fresh-1-horse";

const recover = (to = email, store: EventStore = api.store) =>
  recoverAdmin(
    { ...api.dependencies, ...bindAggregates(store), publicUrl },
    { adminId, formerEmail: firstAdmin.email, email: to },
  );
const setPassword = (link: string, key?: string) => {
  const [path = ""] = new URL(link).pathname.split("/admin/reset-password").slice(1);
  return api.client().post(`/api/admin/password-reset${path}`, { password }, key ? { key } : {});
};
const login = async (address: string, secret: string) =>
  (await api.client().post("/api/admin/login", { email: address, password: secret })).status;

test("after a recovery the link sets the password of the new address once, and former sessions, address and password are refused", async () => {
  const browser = await api.signedInAdmin();
  const link = await recover();
  expect(link).toMatch(new RegExp(`^${publicUrl}/admin/reset-password/${adminId}/`));
  expect((await browser.put("/api/admin/update", { id: adminId })).status).toBe(401);
  expect((await browser.get("/api/admin/refresh")).status).toBe(401);
  for (const address of [firstAdmin.email, email])
    expect([address, await login(address, firstAdmin.password)]).toEqual([address, 401]);
  expect((await setPassword(link)).status).toBe(200);
  expect((await setPassword(link)).body.code).toBe("reset_link_invalid");
  expect([await login(email, password), await login(firstAdmin.email, password)]).toEqual([200, 401]);
});

test("the events of a recovery are the system's, of one request, and have both addresses", async () => {
  await recover();
  const [moved] = (await directoryEvents(api)).slice(-1);
  const [recovered] = (await adminEvents(api, adminId)).slice(-1);
  expect([moved?.type, recovered?.type]).toEqual(["AdminEmailChanged", "AdminRecovered"]);
  expect(recovered?.data).toMatchObject({ formerEmail: firstAdmin.email, email });
  expect([moved?.metadata.actor, recovered?.metadata.actor]).toEqual([
    { kind: "system" },
    { kind: "system" },
  ]);
  expect(moved?.metadata.requestId).toEqual(expect.any(String));
  expect(recovered?.metadata.requestId).toBe(moved?.metadata.requestId);
});

test("a recovery that is cut off after its first event is completed by its repetition", async () => {
  await expect(recover(email, endingAfter(api.store, 1))).rejects.toThrow();
  expect(typesOf(await adminEvents(api, adminId))).toEqual([]);
  await setPassword(await recover());
  expect(typesOf(await directoryEvents(api))).toEqual(["AdminAccountCreated", "AdminEmailChanged"]);
  expect(await login(email, password)).toBe(200);
});

test("the operator means the only IT Admin, or names one of several by id or address", async () => {
  const browser = await api.signedInAdmin();
  const directory = async () => (await api.parts.adminDirectory.load("main")).state;
  const { id: support } = await createAdmin(api, browser, "sue@ornament.test", "MEMBER");
  expect(adminToRecover(await directory(), undefined).adminId).toBe(adminId);
  const { id: ann } = await createAdmin(api, browser, "ann@ornament.test");
  const both = await directory();
  const list = `${adminId} (${firstAdmin.email}), ${ann} (ann@ornament.test)`;
  expect(() => adminToRecover(both, undefined)).toThrow(
    `there are 2 IT Admins; name one with --admin <id>: ${list}`,
  );
  expect(adminToRecover(both, String(ann)).adminId).toBe(ann);
  expect(adminToRecover(both, " Ann@Ornament.test").adminId).toBe(ann);
  expect(() => adminToRecover(both, "bob@ornament.test")).toThrow(
    `there is no admin bob@ornament.test; the IT Admins are ${list}`,
  );
  expect(() => adminToRecover(both, String(support))).toThrow(/is Customer support; an IT Admin changes/);
});

test("a recovery takes a valid address that no other admin has, in its stored form", async () => {
  const { id } = await createAdmin(api, await api.signedInAdmin(), "ann@ornament.test");
  const { state } = await api.parts.adminDirectory.load("main");
  expect(addressForRecovery(state, " New@Ornament.test ", adminId)).toBe("new@ornament.test");
  expect(addressForRecovery(state, firstAdmin.email, adminId)).toBe(firstAdmin.email);
  expect(() => addressForRecovery(state, "no address", adminId)).toThrow("no address: Invalid email address");
  expect(() => addressForRecovery(state, "ANN@ornament.test", adminId)).toThrow(
    `ann@ornament.test belongs to another admin, ${id} (IT Admin); choose another address`,
  );
});
