import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { asItStood, nextInstant } from "@ornament/testing/calls/as-it-stood";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { command } from "@ornament/testing/programs/run-command";

// What operators see of the past, and the demo program. A parent registers before `noon`, and deletes the account after
// it and after the tables of noon were shown.
const email = "to.be.erased@example.com";
const ornament = "Erased-Ornament";

let product: RunningProduct;
let api: ApiClient;
let admin: string;
let parent: Parent;
let dawn: string;
let noon: string;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
  await api.importPins(admin, "ERAS-001\nREAL-001\n");
  dawn = await nextInstant();
  parent = await newParent(api, product.url, email);
  await addOrnaments(api, parent, [{ pin: "ERAS-001", name: ornament }]);
  noon = await nextInstant();
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

test.each([
  [
    ["as-of", "9000000000000000", "pins"],
    /the position 9000000000000000 is in the future: the log ends at \d+/,
  ],
  [["as-of", "2999-01-01", "pins"], /2999-01-01 is in the future/],
  [["rebuild", "pins", "--until", "9000000000000000"], /is in the future/],
])("npm run projections -- %j ends with exit code 78 and the reason", async (words, reason) => {
  expect(await run(...words)).toMatchObject({ code: 78, out: "", err: expect.stringMatching(reason) });
});

test("the demo program imports thousands of PINs, and prints only its progress and the result", async () => {
  const words = ["--pins", "2000", "--consumers", "10", "--seed", "7"];
  const { code, out, err } = await command("demo", words, { DATA_DIR: product.dataDir });
  expect(err + out).toMatch(
    /^Adding 2000 PINs…\nRegistering 10 consumers…\nDone, with seed 7\. Every demo consumer's password is Demo2026\.\nFor example \S+@\S+ at http:\S+\/login\n$/,
  );
  expect(code).toBe(0);
  const { position: readAfter } = await api.importPins(admin, "DEMO-001\n");
  const table = await api.call("GET", "/api/admin/table/pins?limit=10", { token: admin, readAfter });
  // Two PINs were there before.
  expect(table.body.count).toBe(2_003);
});
