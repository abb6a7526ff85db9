import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { AccessDocument } from "@ornament/contracts/access/document";
import { routes } from "@ornament/contracts/routes";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type AccessClaims, createAccessTokens } from "@ornament/platform/tokens/access-token";
import { keyRing } from "@ornament/platform/tokens/keyed-hash";
import type { Request } from "express";
import { authenticateAdmins } from "./access.ts";
import { ReadSide } from "./read-side/read-side.ts";
import { fakeDatabase, generation } from "./testing/fake-registry.ts";

const now = new Date("2026-12-01T12:00:00Z");
const keys = keyRing(randomBytes(32));
const tokens = createAccessTokens("admin", keys);
const claims: AccessClaims = {
  sessionId: "s1",
  subjectId: 7,
  role: "MEMBER",
  credentialEpoch: "epoch-3",
  position: 10n,
};
const principal: AccessDocument = {
  _id: "admin-7",
  position: 10n,
  deleted: false,
  role: "MEMBER",
  removed: false,
  epoch: "epoch-3",
  epochs: 3,
  endedSessions: [],
};

/** Waits without a limit, unless the test is about a wait that ends. */
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
  const authenticate = authenticateAdmins(readSide, tokens, () => now);
  const call = (headers: Record<string, string>, route: RouteDefinition = routes.listPins) => {
    const request = { headers, get: (name: string) => headers[name] } as unknown as Request;
    return authenticate(request, route);
  };
  return { call, state };
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
    ["whose password has changed", { epoch: "epoch-4" }],
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

test.each([
  ["before the read models were filled from another log is anonymous", -1, "anonymous"],
  ["in the second in which the read models were filled from another log gives its admin", 0, "admin"],
] as const)("a token that was issued %s", async (_when, seconds, kind) => {
  const live = generation("access", { newLogAt: new Date(now.getTime() + 999) });
  const { database } = fakeDatabase(() => [live], { [live._id]: [principal] });
  const authenticate = authenticateAdmins(new ReadSide(database, silentLogger()), tokens, () => now);
  const { authorization } = bearer(tokens.sign(claims, new Date(now.getTime() + seconds * 1000)));
  const request = { headers: {}, get: () => authorization } as unknown as Request;
  expect(await authenticate(request, routes.listPins)).toMatchObject({ kind });
});

test("a token of version 1.1.0, whose epoch is a number, gives its admin while the number is that of the account", async () => {
  const { call } = authenticator();
  const of110 = (credentialEpoch: number) => bearer(tokens.sign({ ...claims, credentialEpoch }, now));
  expect(await call(of110(3))).toMatchObject({ kind: "admin", id: 7 });
  expect(await call(of110(2))).toMatchObject({ kind: "anonymous" });
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

test("an X-Read-After position that is never reached does not make an older token invalid", async () => {
  const { call } = authenticator(principal, [10n], 20);
  expect(await call({ ...good, "x-read-after": "9999" })).toMatchObject({ kind: "admin" });
});

test("a request is refused while `access` is behind the latest revocation of an admin, at any position of its token", async () => {
  const { call } = authenticator(principal, [10n], 20);
  await expect(call({ ...good, "x-revoked-at": "11" })).rejects.toMatchObject({ code: "catching_up" });
  expect(await call({ ...good, "x-revoked-at": "10" })).toMatchObject({ kind: "admin" });
});

test("a request is refused while `access` is behind the token's position", async () => {
  const { call } = authenticator(principal, [9n], 20);
  await expect(call(good)).rejects.toMatchObject({ code: "catching_up" });
});
