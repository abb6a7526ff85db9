import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogEntryRow, LogEvent } from "@ornament/contracts/action-log/api";
import { routes } from "@ornament/contracts/routes";
import type { Example } from "@ornament/contracts/routes/documentation/examples";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { audit } from "@ornament/testing/programs/run-command";
import { everyOperation } from "./every-operation.ts";

/**
 * Each operation of the API is called once. The calls are the examples of the OpenAPI document, and this writes them:
 * `RECORD_EXAMPLES=yes npm run jest -- --selectProjects int --testPathPatterns api-examples`
 */
const file = fileURLToPath(new URL("../../contracts/routes/documentation/examples.json", import.meta.url));
let product: RunningProduct;
let api: ApiClient;
let token: string;
let examples: Readonly<Record<string, Example>>;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  examples = await everyOperation(product.url);
  if (process.env.RECORD_EXAMPLES) writeFileSync(file, `${JSON.stringify(examples, undefined, 2)}\n`);
  token = await api.signInAdmin();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

test("every operation of the OpenAPI document answers what its schema describes", () => {
  const answers = Object.values<RouteDefinition>(routes).map(({ name, response }) => ({
    name,
    problem: examples[name] ? response.safeParse(examples[name].answer).error : "not called",
  }));
  expect(answers.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

type Filter = Readonly<Partial<Record<"actor" | "role" | "subject" | "request", string>>>;

/** The entries of the System action log, oldest first. */
async function rowsOf(filter: Filter = {}, readAfter: string | null = null): Promise<LogEntryRow[]> {
  const rows: LogEntryRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ page: String(page), limit: "100", direction: "ASC", ...filter });
    const { body } = await api.call("GET", `/api/admin/action-logs?${query}`, { token, readAfter });
    rows.push(...body.rows);
    if (rows.length >= body.count) return rows;
  }
}

const placeOf = (session: { browser: string | null; address: string | null } | null) =>
  session && [session.browser, session.address];
const valuesOf = (changes: readonly { what: string; from: string | null; to: string }[]) =>
  changes.map(({ what, from, to }) => `${what}: ${from} → ${to}`);

/** Who did what to whom, from what to what, from where, when and why: as the API says it. */
const ofApi = (row: LogEntryRow) => ({
  id: row.id,
  when: row.createdAt,
  who: [row.actor, row.role],
  what: row.actionType.name,
  whom: row.subjects.toSorted(),
  values: valuesOf(row.changes),
  where: placeOf(row.session),
  why: row.value,
  partOf: row.partOf?.action ?? null,
  request: row.request,
});

/** The PINs of a bulk change have no rows of their own in the table, which has one for all. */
const isInTable = ({ subjects }: { readonly subjects: readonly string[] }) =>
  !["bulkChange-", "pin-"].every((kind) => subjects.some((subject) => subject.startsWith(kind)));

/** The same as the audit command says it. */
async function ofCommand(filter: Filter = {}): Promise<ReturnType<typeof ofApi>[]> {
  const options = Object.entries(filter).flatMap(([name, value]) => [`--${name}`, value]);
  const { out } = await audit(["log", "--format", "ndjson", ...options], {
    DATA_DIR: product.dataDir,
    ...product.stores.environment,
  });
  return out
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text))
    .filter(isInTable)
    .map((line) => {
      return {
        id: line.id,
        when: line.createdAt,
        who: [line.actor.name, line.actor.role],
        what: line.entry.action,
        whom: line.subjects.toSorted(),
        values: valuesOf(line.entry.changes),
        where: placeOf(line.session),
        why: line.entry.value,
        partOf: line.partOf?.action ?? null,
        request: line.request,
      };
    });
}

test("the audit command tells of each entry who did what to whom, from what to what, from where, when and why, as the API does", async () => {
  const rows = (await rowsOf()).map(ofApi);
  expect(rows.length).toBeGreaterThan(40);
  expect(await ofCommand()).toEqual(rows);
  expect(rows).toContainEqual(
    expect.objectContaining({
      what: "Setting changed",
      who: [expect.stringMatching(/^admin-/), "IT Admin"],
      whom: expect.arrayContaining(["setting-numberDevices"]),
      values: ["Device limit: 5 → 7"],
      where: [expect.any(String), expect.any(String)],
    }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ what: "Account deleted", why: "Erased on request: Asked by mail" }),
  );
});

test("the feed of events has the entries of the System action log with the same values", async () => {
  const events: LogEvent[] = [];
  for (let after = "0", more = true; more; ) {
    const { body } = await api.call("GET", `/api/admin/log/events?limit=40&after=${after}`, { token });
    events.push(...body.events);
    ({ next: after, more } = body);
  }
  expect(events.filter(isInTable).map(({ type: _, ...row }) => row)).toEqual(await rowsOf());
});

test("the API and the audit command find the same entries by an actor, a role, a subject and a request, also of deleted accounts", async () => {
  const all = await rowsOf();
  const entryOf = (action: string) => all.find(({ actionType: { name } }) => name === action);
  const [erased, imported, admin] = ["Account deleted", "PINs imported", "Admin account deleted"].map(
    entryOf,
  );
  for (const filter of [
    { actor: imported?.actor, role: "ADMIN" },
    { subject: admin?.subjects.find((subject) => subject !== admin.actor) },
    { subject: erased?.subjects.find((subject) => subject.startsWith("consumer-")) },
    { request: erased?.request },
  ] as Filter[]) {
    const found = (await rowsOf(filter)).map(({ id }) => id);
    expect(found.length).toBeGreaterThan(1);
    expect((await ofCommand(filter)).map(({ id }) => id)).toEqual(found);
  }
});

test("after the acting IT Admin was deleted, the API and the audit command say the same of the admin's entries as before", async () => {
  const account = { email: "ben.frost@ornament.test", password: "Ben-Frost-2026", role: "ADMIN" };
  const created = await api.call("POST", "/api/admin/registration", { token, body: account });
  const ben = await api.signInAdmin(account.email, account.password);
  const set = await api.call("POST", "/api/admin/update-setting", {
    token: ben,
    body: { name: "numberDevices", value: 9 },
  });
  const filter = { actor: `admin-${created.body.id}` };
  const before = (await rowsOf(filter, set.position)).map(ofApi);
  expect(before.map(({ what }) => what)).toContain("Setting changed");
  const { position } = await api.call("DELETE", `/api/admin/delete/${created.body.id}`, { token });
  expect((await rowsOf(filter, position)).map(ofApi)).toEqual(before);
  expect(await ofCommand(filter)).toEqual(before);
});
