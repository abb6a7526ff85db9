import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import type { AccessDocument } from "@ornament/contracts/read-models/access";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type AccessClaims, createAccessTokens } from "@ornament/platform/tokens/access-token";
import { keyRing } from "@ornament/platform/tokens/keyed-hash";
import type { Request } from "express";
import { ReadSide } from "../read-side/read-side.ts";
import type { BeginRead } from "../read-side/reading-once.ts";
import { fakeDatabase, generation } from "../testing/fake-registry.ts";
import { authenticateAdmins } from "./authenticate.ts";

const now = new Date("2026-12-01T12:00:00Z");
const keys = keyRing(randomBytes(32));
const tokens = createAccessTokens("admin", keys);
const claims: AccessClaims = {
  sessionId: "s1",
  subjectId: 7,
  role: "MEMBER",
  credentialEpoch: 3,
  position: 10n,
};
const principal: AccessDocument = {
  _id: "admin-7",
  position: 10n,
  deleted: false,
  role: "MEMBER",
  removed: false,
  epoch: 3,
  endedSessions: [],
};

/** Waits as long as it takes, unless the test is about a wait that ends. */
function authenticator(
  access: AccessDocument | undefined = principal,
  commits: bigint[] = [10n],
  patienceMilliseconds = 60_000,
) {
  const live = generation("access");
  const { database, state } = fakeDatabase(
    () => [{ ...live, commit: commits[Math.min(state.reads, commits.length) - 1] ?? 0n }],
    { [live._id]: access ? [access] : [] },
  );
  const readSide = new ReadSide(database, silentLogger(), {
    patienceMilliseconds,
    pollMilliseconds: 0,
  });
  const begun: string[] = [];
  const begin: BeginRead = (_request, route) => begun.push(route.name);
  const authenticate = authenticateAdmins(readSide, tokens, () => now, begin);
  const call = (headers: Record<string, string>, route: RouteDefinition = routes.listPins) => {
    const request = { headers, get: (name: string) => headers[name] } as unknown as Request;
    return authenticate(request, route);
  };
  return { call, state, begun };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const good = bearer(tokens.sign(claims, now));

describe("an anonymous request", () => {
  test.each([
    ["without a token", {}],
    ["with another scheme", { authorization: `Basic ${tokens.sign(claims, now)}` }],
    ["with a broken token", bearer("x.y.z")],
    ["with an expired token", bearer(tokens.sign(claims, new Date(now.getTime() - 16 * 60_000)))],
    [
      "with a consumer's token",
      bearer(createAccessTokens("consumer", keys).sign({ ...claims, role: "consumer" }, now)),
    ],
  ])("a request %s is anonymous", async (_name, headers) => {
    const { call, state } = authenticator();
    expect(await call(headers)).toEqual({ kind: "anonymous" });
    expect(state.reads).toBe(0);
  });

  test.each([
    ["whose account is unknown", { _id: "admin-8" }],
    ["whose account was deleted", { removed: true }],
    ["whose role has changed", { role: "ADMIN" }],
    ["whose role was never given", { role: null }],
    ["whose password has changed", { epoch: 4 }],
    ["whose session has ended", { endedSessions: [{ id: "s1", at: now }] }],
  ] satisfies [string, Partial<AccessDocument>][])(
    "a request with a token %s is anonymous",
    async (_name, change) => {
      const { call } = authenticator({ ...principal, ...change });
      expect(await call(good)).toEqual({ kind: "anonymous" });
    },
  );

  test("a request to a public route is anonymous, also with a token", async () => {
    const { call, state } = authenticator();
    expect(await call(good, routes.publicSettings)).toEqual({ kind: "anonymous" });
    expect(state.reads).toBe(0);
  });
});

test("a valid token gives its admin, also when another session of that admin has ended", async () => {
  const { call } = authenticator({ ...principal, endedSessions: [{ id: "s2", at: now }] });
  expect(await call(good)).toMatchObject({ kind: "admin", id: 7, role: "MEMBER" });
});

test("a request waits until `access` has reached the token's position", async () => {
  const { call, state } = authenticator(principal, [8n, 9n, 10n]);
  expect(await call(good)).toMatchObject({ kind: "admin" });
  expect(state.reads).toBe(3);
});

test("a request waits until `access` has reached the position of X-Read-After", async () => {
  const { call, state } = authenticator(principal, [10n, 11n, 12n]);
  expect(await call({ ...good, "x-read-after": "12" })).toMatchObject({ kind: "admin" });
  expect(state.reads).toBe(3);
});

test("an X-Read-After position that is never reached does not refuse an older token", async () => {
  const { call } = authenticator(principal, [10n], 20);
  expect(await call({ ...good, "x-read-after": "9999" })).toMatchObject({ kind: "admin" });
});

test("a request is refused while `access` is behind the token's position", async () => {
  const { call } = authenticator(principal, [9n], 20);
  await expect(call(good)).rejects.toMatchObject({ code: "catching_up" });
});

describe("the read of a page", () => {
  test("the read of a page begins at the same time as that of the caller's access", async () => {
    const { call, begun } = authenticator();
    await call(good);
    expect(begun).toEqual(["listPins"]);
  });

  test("the read of a page begins only when `access` has reached the position of X-Read-After", async () => {
    const { call, begun, state } = authenticator(principal, [10n, 11n]);
    await call(good);
    await call({ ...good, "x-read-after": "11" });
    expect({ begun, looks: state.reads }).toEqual({ begun: ["listPins", "listPins"], looks: 2 });
  });

  test.each([
    ["whose token is not valid", bearer("x.y.z"), routes.listPins],
    ["whose role may not call the route", good, routes.listAdmins],
  ])("nothing of a page is read for a caller %s", async (_who, headers, route) => {
    const { call, begun } = authenticator();
    await call(headers, route);
    expect(begun).toEqual([]);
  });
});

describe("what is remembered of a caller's access", () => {
  /** Access as it is stored, with the name of its content. */
  function storedAccess() {
    const stored = { access: principal, content: "a", commit: 10n };
    const reads = { access: 0 };
    const { _id } = generation("access");
    const { database } = fakeDatabase(
      () => [
        generation("access", {
          commit: stored.commit,
          content: stored.content,
          contentAt: stored.commit,
        }),
      ],
      {
        get [_id]() {
          reads.access += 1;
          return [stored.access];
        },
      },
    );
    const authenticate = authenticateAdmins(new ReadSide(database, silentLogger()), tokens, () => now);
    const call = async (headers: Record<string, string> = good) => {
      const request = { headers, get: (name: string) => headers[name] } as unknown as Request;
      return (await authenticate(request, routes.listPins)).kind;
    };
    return { stored, reads, call };
  }

  test("a caller's access is not read again while nobody's access changes, whatever else happens", async () => {
    const { stored, reads, call } = storedAccess();
    expect([await call(), await call()]).toEqual(["admin", "admin"]);
    const before = reads.access;
    for (stored.commit = 11n; stored.commit < 15n; stored.commit += 1n) expect(await call()).toBe("admin");
    expect(reads.access).toBe(before);
  });

  test("an account that was deleted is refused with the next request, although its access was read before", async () => {
    const { stored, call } = storedAccess();
    expect([await call(), await call()]).toEqual(["admin", "admin"]);
    stored.access = { ...principal, removed: true };
    stored.content = "b";
    stored.commit = 11n;
    expect([await call(), await call()]).toEqual(["anonymous", "anonymous"]);
  });

  test("a request that names the position of a revocation waits for it, although its sender's access was read before", async () => {
    const { stored, call } = storedAccess();
    expect([await call(), await call()]).toEqual(["admin", "admin"]);
    const answer = call({ ...good, "x-read-after": "11" });
    stored.access = { ...principal, epoch: 4 };
    stored.content = "b";
    stored.commit = 11n;
    expect(await answer).toBe("anonymous");
  });
});
