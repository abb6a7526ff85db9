import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { mailTo, newParent } from "@ornament/testing/people/parents";
import { mailboxLink } from "@ornament/testing/product/product-files";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { processes } from "@ornament/testing/programs/processes";
import { attackedProduct, sendRaw } from "./attacked-product.ts";

/** The content and headers of the product's answers, mails and program log. */
const it = attackedProduct({ flags: ["--split"], environment: { LOG_LEVEL: "debug" } });

/** A browser that has followed the link to the mailbox. */
function linkedBrowser() {
  const browser = it.browser();
  browser.cookies.set("mailbox", new URL(mailboxLink(it.product) ?? "").searchParams.get("token") ?? "");
  return browser;
}

const assets = readdirSync(fileURLToPath(new URL("../../../web/dist/assets", import.meta.url)));
const asset = `/assets/${assets.find((name) => name.endsWith(".js"))}`;

describe("headers", () => {
  const pages = [
    "/",
    "/user/verify-message?token=secret",
    "/admin/login",
    "/admin/reset-password/1/secret",
    "/api/docs",
    "/player/?deviceToken=secret",
    "/mailbox",
  ];

  test.each(pages)(
    "the page %s is not cached, sends no referrer and runs only its own scripts",
    async (path) => {
      const { status, headers } = await linkedBrowser().get(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toMatch(/frame-ancestors '(self|none)'/);
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https:|http:/);
    },
  );

  test.each([
    "/api/settings",
    "/api/admin/controls",
    "/api/user/refresh",
    "/api/nothing",
    "/api/openapi.json",
    "/api/admin/export/users",
    "/healthz",
    "/readyz",
    "/metrics",
    "/mailbox/api/messages",
  ])("the data of %s run no script and appear in no frame, by one policy", async (path) => {
    const { headers } = await linkedBrowser().get(path, { token: it.admin });
    expect(headers["content-security-policy"]).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test.each([
    [
      "a request that is refused immediately",
      "GET /api/settings HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx",
    ],
    ["bytes that are not a request", "nonsense\r\n\r\n"],
  ])("the answer to %s has the policy for data", async (_name, bytes) => {
    const found = await sendRaw(it.url, bytes);
    expect(found).toMatch(/^HTTP\/1\.1 400 /);
    expect(found).toContain("Content-Security-Policy: default-src 'none';frame-ancestors 'none'\r\n");
    expect(found).toContain('"code":"malformed_request"');
  });

  test("an answer over plain http is not cached, not sniffed and asks for no https", async () => {
    const { headers } = await it.browser().get("/api/admin/controls", { token: it.admin });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-type": "application/json; charset=utf-8",
    });
    for (const name of ["strict-transport-security", "x-powered-by", "x-revoked-at"])
      expect(headers).not.toHaveProperty(name);
  });

  test("a file with a hashed name is cached, but no other site may use it", async () => {
    const { status, headers } = await it.browser().get(asset);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(assets.filter((name) => name.endsWith(".map"))).toEqual([]);
  });
});

describe("line breaks and control characters", () => {
  const evil = ["\r\nBcc: evil@example.com", "\nX: y", "\rX", "\u0000", "\u2028", "\u001b[31m", "\u0085"];
  const addresses = evil
    .map((text) => `a${text}@example.com`)
    .concat(evil.slice(0, 4).map((text) => `a@example.com${text}x`));

  test("a line break in an email address is a 400 on every route that takes one", async () => {
    const routes = [
      ["POST", "/api/user/registration", { password: "Parent-2026" }],
      ["POST", "/api/user/login", { password: "x" }],
      ["POST", "/api/user/reset-password", {}],
      ["POST", "/api/user/verify-code", { code: "123456" }],
      ["POST", "/api/user/resend-activate-link", {}],
      ["POST", "/api/admin/login", { password: "x" }],
      ["POST", "/api/admin/password-reset", {}],
      ["POST", "/api/admin/registration", { password: "Another-2026", role: "MEMBER" }],
      ["PUT", "/api/admin/update-user-email", { id: 1 }],
      ["POST", "/api/admin/resend-activate-link", {}],
    ] as const;
    const before = await it.log.head();
    for (const [method, path, body] of routes)
      for (const email of addresses) {
        const answer = await it.api.call(method, path, { token: it.admin, body: { ...body, email } });
        expect({ path, email, status: answer.status }).toEqual({ path, email, status: 400 });
      }
    expect(await it.log.head()).toBe(before);
  });
});

describe("links in mails", () => {
  const posted = (path: string, body: object) => {
    const content = JSON.stringify(body);
    return sendRaw(
      it.url,
      `POST ${path} HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.test\r\nOrigin: https://evil.test\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n${content}`,
    );
  };

  test("links in mails name the public URL, whatever host the request names", async () => {
    expect(
      await posted("/api/user/registration", { email: "host@example.com", password: "Parent-2026" }),
    ).toMatch(/^HTTP\/1.1 200/);
    expect(await posted("/api/admin/password-reset", { email: adminEmail })).toMatch(/^HTTP\/1.1 200/);
    const [activation, reset] = [
      await mailTo(it.url, "host@example.com"),
      await mailTo(it.url, adminEmail, /new password/),
    ];
    expect(activation.text).toContain(`${it.product.url}/user/verify-message?token=`);
    expect(reset.text).toContain(`${it.product.url}/admin/reset-password/`);
    for (const { text } of [activation, reset]) expect(text).not.toContain("evil.test");
  });
});

describe("hostile texts", () => {
  const script = "<script>alert(1)</script>";

  test("hostile texts come back as JSON that no browser treats as a page", async () => {
    await it.api.importPins(it.admin, "TEXT-001\n", `${script}.csv`);
    const parent = await newParent(it.api, it.url, "text'onload@example.com");
    const pin = [{ pin: "TEXT-001", name: "<img src=x>" }];
    await it.api.call("PUT", "/api/user/activate-pin", {
      token: parent.token,
      body: { userId: parent.id, email: parent.email, pin, device: `${script}\u001b[2J\r\n` },
    });
    const { position } = await it.api.call("PUT", "/api/admin/update-pin-status", {
      token: it.admin,
      body: { id: pinIdOf("TEXT001"), status: false, comment: script },
    });
    for (const path of [
      "/api/admin/table/pins",
      "/api/admin/table/users?getDevices=true",
      "/api/admin/action-logs",
    ]) {
      const { status, headers, body } = await it.api.call("GET", path, {
        token: it.admin,
        readAfter: position,
      });
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(JSON.stringify(body)).toMatch(/script>|<img/);
    }
  });
});

describe("the program log of the running product", () => {
  test("the program log holds no email address, password, token or code, and each entry is one line", async () => {
    const parent = await newParent(it.api, it.url, "private.person@example.com");
    await it.browser().get(`/api/admin/table/users?query=${parent.email}`, { token: it.admin });
    await it
      .browser()
      .post("/api/user/login", { email: parent.email, password: 'Wrong-2026\r\n{"level":60}' });
    await sendRaw(
      it.url,
      "GET /api/%0d%0aforged HTTP/1.1\r\nHost: x\r\nUser-Agent: evil\u001b[2J\r\nX-Correlation-Id: {}\r\nConnection: close\r\n\r\n",
    );
    const browser = it.browser();
    await browser.signIn("/api/admin/login", { email: adminEmail, password: adminPassword });
    // The first start also prints the first IT Admin's sign-in, outside the program log.
    const lines = it.product
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(lines.length).toBeGreaterThan(0);
    const output = lines.join("\n");
    for (const secret of [
      parent.email,
      parent.token,
      "Wrong-2026",
      adminPassword,
      browser.token ?? "x",
      ...browser.cookies.values(),
    ])
      expect(output).not.toContain(secret);
    expect(output).not.toContain("\u001b[2J");
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});

/** The process of a part of the product. */
function processOf(part: string): number {
  const found = processes().find(
    ({ parent, command }) => parent === it.product.pid && command.includes(`${part}.js`),
  );
  if (!found) throw new Error(`No process of ${part}`);
  return found.pid;
}

let stopped: number | undefined;
const goOn = () => {
  if (stopped !== undefined) process.kill(stopped, "SIGCONT");
  stopped = undefined;
};
afterEach(goOn);

test("a token that was revoked while the projector was frozen reads nothing", async () => {
  const browser = await it.signedInAdmin();
  const token = browser.token ?? "";
  const read = () => it.api.call("GET", "/api/admin/table/pins", { token });
  expect((await read()).status).toBe(200);

  stopped = processOf("projector");
  process.kill(stopped, "SIGSTOP");
  expect((await browser.post("/api/admin/logout", undefined, { token: null })).status).toBe(200);
  const reading = read();
  for (let n = 0; n < 30; n += 1) await it.api.call("GET", "/healthz");
  goOn();
  // While the projector is behind the revocation, every read is refused.
  let { status } = await reading;
  while (status === 503) ({ status } = await read());
  expect(status).toBe(401);
});
