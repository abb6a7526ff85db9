import { beforeAll, describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { attackedProduct } from "./attacked-product.ts";

/** Input with a special meaning to a database, a regular expression, an object or a browser. */
const it = attackedProduct();
let parent: Parent;

beforeAll(async () => {
  parent = await newParent(it.api, it.url, "injected@example.com");
  const codes = Array.from({ length: 1000 }, (_, n) => `INJE${String(n).padStart(3, "0")}`);
  const { position } = await it.api.importPins(it.admin, codes.join("\n"));
  await it.api.call("GET", "/api/admin/table/pins", { token: it.admin, readAfter: position });
});

const read = (query: string) => it.api.call("GET", `/api/admin/table/pins?${query}`, { token: it.admin });

/** One table through the whole product; query-api's own tests have all of them. */
describe("a table", () => {
  test.each([
    "query[$ne]=",
    "fieldName[$where]=1",
    "fieldName=__proto__",
    "direction=ASC&direction=DESC",
    "constructor[prototype][role]=ADMIN",
    "$where=sleep(1000)",
    `query=${"x".repeat(101)}`,
    "timeZone=../../etc/passwd&page=1",
  ])("a table's query %s is a 400", async (query) => {
    const { status, body } = await read(query);
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
  });
});

describe("searches for special characters", () => {
  test.each([".*", "(a+)+$", "\\", "\u0000", '{"$gt":""}'])("a search for %j is literal", async (term) => {
    const { status, body } = await read(`query=${encodeURIComponent(term)}`);
    expect({ status, count: body.count }).toEqual({ status: 200, count: 0 });
  });
});

describe("prototype pollution", () => {
  test("JSON with __proto__ is a 400, writes no event, and gives no object a field", async () => {
    const before = await it.log.head();
    const own = '"email":"no-role@ornament.test","password":"Another-2026"';
    for (const evil of [
      '"__proto__":{"role":"ADMIN","isActivated":true}',
      '"constructor":{"prototype":{"role":"ADMIN"}}',
      '"prototype":{"role":"ADMIN"}',
      '"toString":"x"',
    ])
      for (const raw of [`{${evil},${own},"role":"MEMBER"}`, `{${own}}`]) {
        const call = { token: it.admin, raw };
        const { status, body } = await it.api.call("POST", "/api/admin/registration", call);
        expect({ raw, status, code: body.code }).toEqual({ raw, status: 400, code: "invalid_request" });
      }
    expect(await it.log.head()).toBe(before);
  });

  test("__proto__ in a CSV header names no column", async () => {
    const answer = await it.api.importPins(it.admin, "__proto__,constructor,pin\nADMIN,x,PROT-001\n");
    expect(answer).toMatchObject({ status: 200, body: { added: 1, bad: 0 } });
    const only = await it.api.importPins(it.admin, "constructor,__proto__\nPROT-002,ADMIN\n");
    expect(only).toMatchObject({ status: 200, body: { added: 1, bad: 1 } });
  });
});

describe("the player link", () => {
  const bad = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://videos.test/",
    "//videos.test/",
    "\\\\videos.test\\",
    "https:videos.test",
    "https://user:secret@videos.test/",
    "https://user@videos.test/",
    "http://videos.test/",
    "http://127.0.0.1.evil.test/",
    "http://localhost.evil.test/",
    "http://0x7f000001.evil.test/",
    "https://",
    "/player",
  ];
  const save = (value: unknown) =>
    it.api.call("POST", "/api/admin/update-setting", { token: it.admin, body: { name: "playerUrl", value } });

  test("a player link that is not https is not followed, even when the event store holds it", async () => {
    for (const [n, to] of bad.entries()) {
      await it.log.appendWithKeys(streams.setting("playerUrl"), "SettingChanged", {
        name: "playerUrl",
        from: null,
        to,
      });
      const code = `INJE${String(n).padStart(3, "0")}`;
      const added = await it.api.call("PUT", "/api/user/activate-pin", {
        token: parent.token,
        body: {
          userId: parent.id,
          email: parent.email,
          pin: [{ pin: formatPinCode(code) }],
          device: "Browser",
        },
      });
      expect([to, added.status, added.body.binding]).toEqual([to, 200, null]);
      const bound = await it.api.call("POST", "/api/user/device-pin", {
        token: parent.token,
        body: { pinId: pinIdOf(code), device: "Browser" },
      });
      expect([to, bound.status, bound.body.code]).toEqual([to, 409, "player_url_missing"]);
    }
  });

  test("a player link with https, or with http to this machine, is saved and followed", async () => {
    for (const value of ["http://localhost:3000/", "https://videos.test/watch?season=1"])
      expect((await save(value)).status).toBe(200);
    const bound = await it.api.call("POST", "/api/user/device-pin", {
      token: parent.token,
      body: { pinId: pinIdOf("INJE000"), device: "Browser" },
    });
    expect(bound.body.playerUrl).toBe("https://videos.test/watch?season=1");
  });
});
