import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { groupOfAction } from "@ornament/contracts/tables/log-actions";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { asItStood } from "@ornament/testing/calls/as-it-stood";
import { newParent } from "@ornament/testing/people/parents";
import {
  adminEmail,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";

let product: RunningProduct;
let api: ApiClient;
let itAdmin = "";
let auditor = "";
let consumerId = 0;
const auditorAccount = { email: "auditor@ornament.test", password: "Auditor-2026" };

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  itAdmin = await api.signInAdmin();
  await api.call("POST", "/api/admin/registration", {
    token: itAdmin,
    body: { ...auditorAccount, role: "AUDITOR" },
  });
  auditor = await api.signInAdmin(auditorAccount.email, auditorAccount.password);
  consumerId = (await newParent(api, product.url, "looked.at@example.com")).id;
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const get = (path: string) => api.call("GET", path, { token: auditor });

let deviceLimit = 4;

/** The entries of looks, oldest first, as an IT Admin reads them. A change made now is waited for. */
async function looksInLog() {
  // An unchanged value would write nothing to wait for.
  deviceLimit += 1;
  const { position } = await api.call("POST", "/api/admin/update-setting", {
    token: itAdmin,
    body: { name: "numberDevices", value: deviceLimit },
  });
  const { body } = await api.call<{ rows: LogEntryRow[] }>("GET", "/api/admin/action-logs?page=1&limit=100", {
    token: itAdmin,
    readAfter: position ?? "",
  });
  return body.rows
    .filter(({ actionType: { name } }) => groupOfAction(name) === "looking")
    .map(({ role, admin, actionType, value, about }) => [
      role,
      admin?.email,
      actionType.name,
      value,
      about.consumer?.email,
    ])
    .toReversed();
}

test("the System action log names an Auditor's exports and opened profiles, and the consumers", async () => {
  for (const path of [
    `/api/admin/user-profile/${consumerId}`,
    `/api/admin/user-profile/${consumerId}`,
    "/api/admin/export/users?query=looked",
    `/api/admin/export/action-logs?userId=${consumerId}`,
    "/api/admin/table/users",
  ])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  const by = ["Auditor", auditorAccount.email];
  expect(await looksInLog()).toEqual([
    [...by, "Profile opened", "", "looked.at@example.com"],
    [...by, "Table exported", "Consumers, CSV, narrowed", undefined],
    [...by, "Table exported", "Actions log of a consumer, CSV", "looked.at@example.com"],
  ]);
});

test("the System action log names an Auditor who asks for tables at an instant, once, with the instant", async () => {
  const before = await looksInLog();
  const instant = new Date(Date.now() - 1_000).toISOString();
  for (const path of ["/api/admin/controls", "/api/admin/table/pins?page=2", "/api/admin/export/users"])
    expect([path, (await asItStood(api, path, auditor, instant)).status]).toEqual([path, 200]);
  const by = ["Auditor", auditorAccount.email];
  expect((await looksInLog()).slice(before.length)).toEqual([
    [...by, "Former tables shown", instant, undefined],
    [...by, "Table exported", "Consumers, CSV", undefined],
  ]);
});

test("the profile of a consumer that doesn't exist is not found", async () => {
  expect(await get("/api/admin/user-profile/999")).toMatchObject({
    status: 404,
    body: { code: "consumer_not_found" },
  });
});

const copyOf = (id: number, confirmation: string, token = itAdmin) =>
  api.call("POST", `/api/admin/user-profile/${id}/data-copy`, {
    token,
    body: { format: "json", reason: "Request by mail", confirmation },
  });

test("the System action log names an IT Admin who copies a consumer's data, with format, reason and consumer", async () => {
  const before = await looksInLog();
  expect(await copyOf(consumerId, "other@example.com")).toMatchObject({
    status: 409,
    body: { code: "confirmation_mismatch" },
  });
  expect((await copyOf(consumerId, "looked.at@example.com", auditor)).status).toBe(403);
  const { status, body } = await copyOf(consumerId, "looked.at@example.com");
  expect([status, body.account.email, body.about.product]).toEqual([
    200,
    "looked.at@example.com",
    "Ornament",
  ]);
  const entry = ["Consumer data copy given", "JSON: Request by mail", "looked.at@example.com"];
  expect((await looksInLog()).slice(before.length)).toEqual([["IT Admin", adminEmail, ...entry]]);
});

test("there is no copy of a deleted consumer's data, and no record of it", async () => {
  const parent = await newParent(api, product.url, "deleted.soon@example.com");
  const { position } = await api.call("DELETE", `/api/user/delete/${parent.id}`, { token: parent.token });
  expect(position).not.toBeNull();
  const before = await looksInLog();
  expect(await copyOf(parent.id, parent.email)).toMatchObject({
    status: 404,
    body: { code: "consumer_not_found" },
  });
  expect(await looksInLog()).toEqual(before);
});
