import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { asItStood, nextInstant } from "@ornament/testing/calls/as-it-stood";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { command } from "@ornament/testing/programs/run-command";

// A parent registers before `noon`, and deletes the account after it and after the tables of noon were shown. A PIN
// is deactivated between noon and the evening.
const email = "to.be.erased@example.com";
const ornament = "Erased-Ornament";

let product: RunningProduct;
let api: ApiClient;
let admin: string;
let parent: Parent;
let dawn: string;
let noon: string;
let evening: string;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
  await api.importPins(admin, "ERAS-001\nREAL-001\n");
  dawn = await nextInstant();
  parent = await newParent(api, product.url, email);
  await addOrnaments(api, parent, [{ pin: "ERAS-001", name: ornament }]);
  noon = await nextInstant();
  await api.call("PUT", "/api/admin/update-pin-status", {
    token: admin,
    body: { id: pinIdOf("REAL001"), status: false, comment: "lost, at school" },
  });
  evening = await nextInstant();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const changes = (path: string) => `${path}?from=${dawn}&to=${noon}`;
const get = (path: string): Promise<Answer> => api.call("GET", path, { token: admin });

/** Every way in which the tables of noon leave the product, as text. */
async function everythingAtNoon(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const path of [
    "/api/admin/table/users",
    "/api/admin/table/users?export=true",
    "/api/admin/export/users",
    `/api/admin/user-profile/${parent.id}`,
    "/api/admin/table/pins",
    `/api/admin/find?query=${email}`,
  ])
    texts[path] = textOf(await asItStood(api, path, admin, noon));
  for (const table of ["consumers", "pins"]) {
    for (const path of [`/api/admin/changes/${table}`, `/api/admin/export/changes/${table}`])
      texts[path] = textOf(await get(changes(path)));
    texts[`as-of ${table}`] = await projections("as-of", noon, table);
  }
  return texts;
}

function textOf({ status, body }: Answer): string {
  expect(status).toBe(200);
  return JSON.stringify(body);
}

const run = (...words: string[]) =>
  command("projections", words, { DATA_DIR: product.dataDir, ...product.stores.environment });

async function projections(...words: string[]): Promise<string> {
  const { code, out } = await run(...words);
  expect([words[0], code]).toEqual([words[0], 0]);
  return out;
}

const withPerson = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([name, text]) =>
    text.includes(email) || text.includes(ornament) ? [name] : [],
  );

test("an erased person is in no former page, profile, export, difference or file, also if they were shown before", async () => {
  const before = await everythingAtNoon();
  expect(withPerson(before)).toEqual(Object.keys(before));
  const deleted = await api.call("DELETE", `/api/user/delete/${parent.id}`, { token: parent.token });
  expect(deleted).toMatchObject({ status: 200 });
  const { position } = await api.call("POST", "/api/admin/update-setting", {
    token: admin,
    body: { name: "numberDevices", value: 7 },
  });
  await api.call("GET", "/api/admin/table/users", { token: admin, readAfter: position });
  expect(withPerson(await everythingAtNoon())).toEqual([]);
});

const linesOf = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("npm run projections -- as-of writes a table as it stood at an instant, and the same at the position of its last event", async () => {
  const before = await run("as-of", noon, "pins");
  expect(before).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^As it stood after event .+ Rows of Pins: 2\.\n$/),
  });
  expect(linesOf(before.out)).toContainEqual({
    id: pinIdOf("REAL001"),
    name: "REAL-001",
    email: "",
    status: "Not Registered",
    devices: "",
    batchName: expect.any(String),
    registeredAt: "",
    comment: "",
  });
  const [, position = ""] = /at (\d+) of/.exec(before.err) ?? [];
  expect(await run("as-of", position, "pins")).toMatchObject({ code: 0, out: before.out, err: before.err });
  const after = await run("as-of", evening, "pins");
  expect(linesOf(after.out)).toContainEqual(
    expect.objectContaining({ status: "Deactivated", comment: "lost, at school" }),
  );
});

test.each([
  [
    ["as-of", "9000000000000000", "pins"],
    /the position 9000000000000000 is in the future: the log ends at \d+/,
  ],
  [["as-of", "2999-01-01", "pins"], /2999-01-01 is in the future/],
  [["as-of", "soon", "pins"], /soon is neither an instant such as 2026-11-24T10:42 \(UTC\) nor a position/],
  [["as-of", "2026-01-01", "access"], /there is no table access; choose one of admins, pins/],
  [["rebuild", "pins", "--until", "9000000000000000"], /is in the future/],
])("npm run projections -- %j ends with exit code 78 and the reason", async (words, reason) => {
  expect(await run(...words)).toMatchObject({ code: 78, out: "", err: expect.stringMatching(reason) });
});
