import { networkInterfaces } from "node:os";
import { describe, expect, test } from "@jest/globals";
import { mailboxHeaders } from "@ornament/testing/product/mailbox-links";
import { mailboxLink } from "@ornament/testing/product/product-files";
import { startProgram } from "@ornament/testing/product/replica";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { otherUser, triesOfAStranger } from "@ornament/testing/product/strangers";
import { testIf } from "@ornament/testing/suites/test-if";
import { attackedProduct, sendRaw } from "./attacked-product.ts";

/** Paths that only this machine may read. A reader of the mailbox can take over any account. */
const get = (url: string, path: string, lines: string, address = "127.0.0.1") =>
  sendRaw(url, `GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`, 20_000, address);

const paths = ["/mailbox", "/mailbox/api/messages", "/mailbox/mailbox.css", "/metrics"];
/** The header of a browser that has followed the link to the mailbox. */
const linked = (url: string) => `Cookie: ${mailboxHeaders(url).cookie}\r\n`;
const own = ["Host: localhost\r\n", "Host: 127.0.0.1:8080\r\n", "Host: [::1]\r\n"];
const foreign = [
  "Host: rebound.evil.test\r\n",
  "Host: 192.168.1.7\r\n",
  "Host: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n",
  "Host: localhost\r\nForwarded: for=127.0.0.1\r\n",
  "Host: localhost\r\nVia: 1.1 proxy\r\n",
  "Host: localhost\r\nX-Real-IP: 127.0.0.1\r\n",
  "Host: localhost\r\nOrigin: https://evil.test\r\n",
];
/** A network address of this machine that other machines reach. */
const reached = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === "IPv4" && !found.internal)?.address;

const isNotFound = (answer: string) => {
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toContain('{"error":true,"code":"not_found"');
};

describe("a product on loopback", () => {
  const it = attackedProduct({ ownStores: true });

  test("a product on loopback prints the URL of its mailbox, and who may read it", () => {
    expect(mailboxLink(it.product)).toMatch(/\/mailbox\?token=[\w-]{22}$/);
    expect(it.product.output()).toContain(`${mailboxLink(it.product)} (on this machine only)`);
    expect(it.product.output()).not.toContain("WARNING");
  });

  test.each(paths)("%s of a product on loopback answers this machine", async (path) => {
    for (const lines of own)
      expect(await get(it.url, path, lines + linked(it.url))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("the mailbox is shown only to a browser that has followed its link", async () => {
    const link = mailboxLink(it.product) ?? "";
    const followed = await fetch(link, { redirect: "manual" });
    expect([followed.status, followed.headers.get("location")]).toEqual([303, "/mailbox"]);
    const cookie = followed.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^mailbox=[\w-]{22}; .*Path=\/mailbox; .*HttpOnly; SameSite=Lax$/);
    const [kept = ""] = cookie.split(";");
    expect((await fetch(`${it.url}/mailbox`, { headers: { cookie: kept } })).status).toBe(200);
    for (const path of ["/mailbox", "/mailbox/api/messages", "/mailbox/messages/1", "/mailbox?token="])
      for (const headers of [{}, { cookie: "mailbox=" }, { cookie: `${kept}x` }]) {
        const refused = await fetch(`${it.url}${path}`, { headers });
        expect(refused.status).toBe(403);
        expect(await refused.text()).toContain("The start of the product prints it");
      }
  });

  testIf(otherUser !== undefined, "only root can become another user")(
    "another user of the machine gets no event, no document and no mail, and can't forge any",
    async () => {
      const { uid, tries } = await triesOfAStranger(it.product, it.adminId);
      expect(uid).toBe(otherUser);
      expect(tries.filter(({ refused }) => refused === undefined)).toEqual([]);
      // Each socket exists at the path that was tried: its folder can't be entered.
      const atSockets = tries.filter(({ where }) => String(where).includes(".sock"));
      expect(atSockets.map(({ what }) => what).toSorted()).toEqual([
        "append a forged AdminPasswordReset",
        "read events",
        "read the document store",
        "send a mail",
        "tombstone a stream",
      ]);
      for (const { refused } of atSockets) expect(refused).toContain("EACCES");
      const signIn = { body: { email: adminEmail, password: adminPassword } };
      expect((await it.api.call("POST", "/api/admin/login", signIn)).status).toBe(200);
    },
  );

  test.each(paths)(
    "%s of a product on loopback is not found by a foreign host name, a proxy or another site's page",
    async (path) => {
      for (const lines of foreign) isNotFound(await get(it.url, path, lines + linked(it.url)));
    },
  );

  test("the port of the mailbox itself answers this machine, and no foreign host name or proxy", async () => {
    const path = "/mailbox/api/messages";
    const token = mailboxLink(it.product)?.split("=")[1] ?? "";
    const settings = { SMTP_URL: "smtp://127.0.0.1:9", MAILBOX_TOKEN: token };
    const program = await startProgram("mailbox", it.product, settings);
    try {
      const own = `Host: localhost\r\n${linked(it.url)}`;
      expect(await get(program.url, path, own)).toMatch(/^HTTP\/1\.1 200 /);
      for (const lines of foreign) isNotFound(await get(program.url, path, lines + linked(it.url)));
    } finally {
      await program.stop();
    }
  });
});

describe("a product that listens for others", () => {
  const it = attackedProduct({ environment: { HOST: "0.0.0.0" } });

  test("a product that listens for others has no mailbox, and shows its metrics to no other machine", async () => {
    isNotFound(await get(it.url, "/mailbox/api/messages", "Host: localhost\r\n"));
    expect(it.product.output()).toMatch(/Mailbox +off/);
    expect(await get(it.url, "/metrics", "Host: localhost\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    // A machine without a network has no other network address.
    if (reached === undefined) return;
    for (const path of ["/mailbox/api/messages", "/metrics"])
      isNotFound(await get(it.url, path, "Host: localhost\r\n", reached));
  });
});
