import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  adminEmail,
  adminPassword,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { audit, command } from "@ornament/testing/programs/run-command";

const email = "second@ornament.test";
const password = "Second-Boss-2026";

const oneLine = (text: RegExp) => new RegExp(`^Configuration error: [^\\n]*${text.source}[^\\n]*\\n$`);

let product: RunningProduct;
let api: ApiClient;
let here: Record<string, string>;
beforeAll(async () => {
  // Nothing listens there, so mail waits.
  const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
  product = await startProduct({ dataDir: newDataDir(), ownStores: true, environment: { SMTP_URL } });
  api = new ApiClient(product.url);
  here = { DATA_DIR: product.dataDir };
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const recover = (words: string[], typed = "", environment: Record<string, string> = here) =>
  command("admin", ["recover", ...words], environment, { typed });
const login = async (address: string, secret: string) =>
  (await api.call("POST", "/api/admin/login", { body: { email: address, password: secret } })).status;

const status = (...words: string[]) => command("status", words, here);
const known = async () => JSON.parse((await status("--json")).out);

test("the command status shows a running product, and mail that waits for a mail server that doesn't answer", async () => {
  expect((await api.importPins(await api.signInAdmin(), "PINS-001\n")).status).toBe(200);
  await api.call("POST", "/api/admin/password-reset", { body: { email: adminEmail } });
  // The proof and the lag follow within seconds.
  let now = await known();
  while (now.mail?.waiting !== 1 || now.log.events === null || now.lagSeconds.pins === undefined)
    now = await known();
  const shown = await status();
  expect(shown.out).toMatch(/^State +serves, http:\/\//);
  expect(shown.out).toMatch(/^Log +\d+ events/m);
  expect(shown.out).toMatch(/^Mail +1 waiting, the oldest for \d+ s$/m);
  expect(shown.out).toMatch(/^Disk +.*DATA_DIR .* used; .* free$/m);
  const { serves, parts, lagSeconds, problems } = await known();
  expect(serves).toBe(true);
  expect(parts.map(({ name }: { name: string }) => name).sort()).toEqual([
    "command-api",
    "gateway",
    "projector",
    "query-api",
  ]);
  expect(Object.keys(lagSeconds)).toEqual(expect.arrayContaining(["pins", "actionLog", "access"]));
  expect(shown.code).toBe(problems.length === 0 ? 0 : 1);
});

test("without a yes, with a wrong address and with other keys nothing changes, and one line says why", async () => {
  const history = async () => (await audit(["history", "admin", adminEmail], here)).out;
  const before = await history();
  expect(before).toContain("Admin account created");
  for (const typed of ["", "no\n"]) {
    const { code, out, err } = await recover([email], typed);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      new RegExp(
        `IT Admin \\d+ \\(${adminEmail}\\) gets the email address ${email}\\..*nothing was changed`,
        "s",
      ),
    );
  }
  const wrong = await recover(["no address", "--yes"]);
  expect(wrong).toMatchObject({ code: 78, out: "" });
  expect(wrong.err).toMatch(oneLine(/no address: Invalid email address/));
  const { MASTER_KEY = "" } = drawSecrets();
  const otherKey = await recover([email, "--yes"], "", { ...here, MASTER_KEY });
  expect(otherKey).toMatchObject({ code: 78, out: "" });
  expect(otherKey.err).toMatch(oneLine(/MASTER_KEY is not the key of this event store/));
  expect(await history()).toBe(before);
});

test("a recovered IT Admin sets a password with the printed link and signs in at the new address; the log has the act", async () => {
  const signedIn = await api.call("POST", "/api/admin/login", {
    body: { email: adminEmail, password: adminPassword },
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const refresh = async (sent: string) =>
    (await api.call("GET", "/api/admin/refresh", { cookie: sent })).status;
  expect(await refresh(cookie)).toBe(200);
  const { code, out } = await recover([email], "yes\n");
  expect(code).toBe(0);
  expect(await refresh(cookie)).toBe(401);
  const [link = ""] = /http\S+/.exec(out) ?? [];
  const { origin, pathname } = new URL(link);
  expect(origin).toBe(product.url);
  expect([await login(adminEmail, adminPassword), await login(email, adminPassword)]).toEqual([401, 401]);
  const path = pathname.replace("/admin/reset-password", "/api/admin/password-reset");
  const set = await api.call("POST", path, { body: { password } });
  expect(set.status).toBe(200);
  const log = await api.call("GET", "/api/admin/log/events", {
    token: await api.signInAdmin(email, password),
    ...(set.position === null ? {} : { readAfter: set.position }),
  });
  expect(log.body.events).toContainEqual(
    expect.objectContaining({
      actionType: { name: "Admin recovered by the operator" },
      role: "System",
      value: `${adminEmail} → ${email}`,
    }),
  );
});

test("the command status shows what is known of a stopped product, and ends with 2", async () => {
  await product.stop();
  const shown = await status();
  expect(shown.code).toBe(2);
  expect(shown.out).toMatch(/^State +stopped$/m);
  expect(shown.out).toMatch(/^Log +\d+ events, signed \d+ s ago$/m);
  expect(shown.out).toMatch(/^Disk +DATA_DIR .* used; .* free$/m);
  expect(shown.out).toMatch(/^Lag +not known$/m);
  expect(shown.out).toMatch(/^Look at +the product doesn't serve: stopped/m);
  const empty = newDataDir();
  removeDataDir(empty);
  expect(await command("status", [], { DATA_DIR: empty })).toMatchObject({
    code: 2,
    out: expect.stringContaining(`there is no product in ${empty}`),
  });
});

test("the command admin recover says in one line that a stopped product must run", async () => {
  const { code, out, err } = await command("admin", ["recover", email], here);
  expect({ code, out }).toEqual({ code: 78, out: "" });
  expect(err).toMatch(oneLine(/no running product found .*; start it/));
});
