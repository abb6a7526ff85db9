import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BACKWARDS, type EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { streams } from "@ornament/contracts/events/streams";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { eventStoreClient } from "@ornament/testing/product/product-files";
import {
  adminEmail,
  adminPassword,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { forgedPasswordHash } from "@ornament/testing/product/strangers";
import { audit } from "@ornament/testing/programs/run-command";
import { parse } from "yaml";

// Another program appends events in the first admin's name to the event store of a running product.
let product: RunningProduct;
let client: EventStoreDBClient;
let api: ApiClient;
let token: string;
let adminId: number;

beforeAll(async () => {
  product = await startProduct();
  client = eventStoreClient(product);
  api = new ApiClient(product.url);
  token = await api.signInAdmin();
  await api.importPins(token, "REAL-001\n");
  adminId = await idOfFirstAdmin();
  for (const [stream, type, data] of forgeries()) {
    const metadata = {
      $correlationId: "stranger",
      actor: { kind: "admin", id: adminId, role: "ADMIN" },
      schemaVersion: 1,
    };
    await client.appendToStream(stream, jsonEvent({ type, data, metadata }));
  }
});
afterAll(async () => {
  client?.dispose();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const forgeries = (): [string, string, Record<string, unknown>][] => [
  [streams.pin("REAL001"), "PinDeactivated", { code: "REAL001", consumerId: null, comment: "stolen" }],
  [streams.adminDirectory, "AdminRoleChanged", { adminId, email: adminEmail, role: "MEMBER" }],
  [
    streams.admin(adminId),
    "AdminPasswordSet",
    { adminId, passwordHash: forgedPasswordHash, keptSessionId: null },
  ],
];

async function idOfFirstAdmin(): Promise<number> {
  const read = client.readStream(streams.adminDirectory, { direction: BACKWARDS, maxCount: 100 });
  for await (const { event } of read)
    if (event?.type === "AdminAccountCreated")
      return (event.data as unknown as Extract<AdminDirectoryEvent, { type: "AdminAccountCreated" }>["data"])
        .adminId;
  throw new Error("There is no admin");
}

const action = "Event not written by this product";

async function untilLogged(): Promise<LogEntryRow[]> {
  for (;;) {
    const { body } = await api.call("GET", "/api/admin/action-logs?page=1&group=other", { token });
    const forged: LogEntryRow[] = body.rows;
    if (forged.length >= forgeries().length) return forged;
    await pause(20);
  }
}

test("the System action log names the events of another program and counts them, and the admin that they name has no part in it", async () => {
  const forged = await untilLogged();
  expect(forged.map(({ value }) => value)).toContain("PinDeactivated in stream pin-REAL001 at revision 1");
  expect(forged.map(({ actor, subjects }) => [actor, subjects])).toEqual(forged.map(() => ["system", []]));
  const page = await api.call("GET", "/api/admin/action-logs?page=1&group=other", { token });
  expect(page.body).toMatchObject({ count: 3, forged: 3 });
  const answer = await fetch(`${product.url}/api/admin/export/action-logs`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await answer.text()).split(action)).toHaveLength(4);
});

test("an event of another program changes no table and no decision", async () => {
  await untilLogged();
  const pins = await api.call("GET", "/api/admin/table/pins", { token });
  expect(pins.body.rows).toMatchObject([{ pin: "REAL-001", blocked: false }]);
  const admins = await api.call("GET", "/api/admin/admins", { token });
  expect(JSON.stringify(admins.body)).not.toContain("MEMBER");
  // The password and the role are as before, and the PIN can be deactivated once more.
  const again = await api.signInAdmin(adminEmail, adminPassword);

  const pinId = pins.body.rows[0].id;
  const deactivated = await api.call("PUT", "/api/admin/update-pin-status", {
    token: again,
    body: { id: pinId, status: false, comment: "really stolen" },
  });
  expect(deactivated.status).toBe(200);
});

test("the audit command shows the events of another program, and says that this product has not written them", async () => {
  await untilLogged();
  const settings = { DATA_DIR: product.dataDir, ...product.stores.environment };
  const { out, err } = await audit(["export"], settings);
  expect(out.split("\n").filter((line) => line.includes('"forged":true'))).toHaveLength(3);
  expect(err).toContain("3 of the events read were NOT WRITTEN BY THIS PRODUCT");
  expect(await audit(["verify"], settings)).toMatchObject({
    code: 65,
    out: expect.stringMatching(/Not written by this product: .*PinDeactivated/),
  });
});

const fileOf = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
const metrics = async () => (await fetch(`${product.url}/metrics`)).text();

test("the metrics of a running product count the events of another program, for the alert of a changed log", async () => {
  while (!/^ornament_forged_events\{.*\} 3$/m.test(await metrics())) await pause(20);
});

test("the rules of the alerts and the dashboard read only metrics of a running product, and each rule has an entry in the operators' guide", async () => {
  // Metrics without a series yet have a type.
  const types = [...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const isKnown = (name: string) => ["up", ...types].includes(name.replace(/_(count|sum|bucket)$/, ""));
  const rules: { alert: string; expr: string; annotations: { runbook: string } }[] = parse(
    fileOf("ops/alerts.yml"),
  ).groups[0].rules;
  const panels: { targets: { expr: string }[] }[] = JSON.parse(fileOf("ops/dashboard.json")).panels;
  const read = [...rules, ...panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => expr.match(/\b(?!histogram_)[a-z]+_\w+/g) ?? [],
  );
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((name) => !isKnown(name))).toEqual([]);
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(fileOf("docs/operations.md")).toContain(`\n#### ${alert}\n`);
  }
});
