import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
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
import { audit, command } from "@ornament/testing/programs/run-command";

const email = "second@ornament.test";
const password = "Second-Boss-2026";

const oneLine = (text: RegExp) => new RegExp(`^Configuration error: [^\\n]*${text.source}[^\\n]*\\n$`);

describe("the command admin recover", () => {
  let product: RunningProduct;
  let api: ApiClient;
  let here: Record<string, string>;
  beforeAll(async () => {
    product = await startProduct({ dataDir: newDataDir() });
    api = new ApiClient(product.url);
    here = { DATA_DIR: product.dataDir, ...product.stores.environment };
  });
  afterAll(async () => {
    await product?.stop();
    if (product) removeDataDir(product.dataDir);
  });

  const recover = (words: string[], typed = "", environment: Record<string, string> = here) =>
    command("admin", ["recover", ...words], environment, { typed });
  const login = async (address: string, secret: string) =>
    (await api.call("POST", "/api/admin/login", { body: { email: address, password: secret } })).status;

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
});

test("the command admin recover says in one line that a stopped product must run", async () => {
  const dataDir = newDataDir();
  try {
    const { code, out, err } = await command("admin", ["recover", email], { DATA_DIR: dataDir });
    expect({ code, out }).toEqual({ code: 78, out: "" });
    expect(err).toMatch(oneLine(/no running product found .*; start it/));
  } finally {
    removeDataDir(dataDir);
  }
});
