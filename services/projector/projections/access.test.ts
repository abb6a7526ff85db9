import { describe, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import { isTokenGood } from "@ornament/contracts/read-models/access";
import { facts } from "../testing/facts.ts";
import { instantOf, projected } from "../testing/projected.ts";
import { access } from "./access.ts";

const passwordSet: DomainEvent = {
  type: "AdminPasswordSet",
  data: { adminId: 3, passwordHash: "x", keptSessionId: null },
};

test("the epoch counts the credential events, from the password that an account begins with on", async () => {
  const { main } = await projected(access, [
    passwordSet,
    facts.adminCreated(),
    passwordSet,
    { type: "AdminRoleChanged", data: { adminId: 3, email: "it@example.com", role: "MEMBER" } },
    { type: "AdminPasswordReset", data: { adminId: 3, passwordHash: "z" } },
  ]);
  expect(main?.["admin-3"]).toEqual({ role: "MEMBER", removed: false, epoch: 4, endedSessions: [] });
});

test("a consumer begins at epoch 0", async () => {
  const { main } = await projected(access, [
    facts.registered(),
    { type: "ConsumerPasswordReset", data: { consumerId: 7, passwordHash: "y" } },
    facts.registered({ consumerId: 8 }),
  ]);
  expect(main).toEqual({
    "consumer-7": { role: "consumer", removed: false, epoch: 1, endedSessions: [] },
    "consumer-8": { role: "consumer", removed: false, epoch: 0, endedSessions: [] },
  });
});

test("a deleted principal stays on record as removed", async () => {
  const { main } = await projected(access, [facts.adminCreated(), facts.adminDeleted()]);
  expect(main?.["admin-3"]).toMatchObject({ removed: true });
});

test("ended sessions are remembered for a while", async () => {
  const { main } = await projected(access, [
    { event: facts.sessionEnded("old"), at: instantOf(0) },
    { event: facts.sessionEnded("fresh"), at: instantOf(15) },
    { event: facts.sessionEnded("last"), at: instantOf(21) },
  ]);
  expect(main?.["admin-3"]?.endedSessions).toEqual([
    { id: "fresh", at: instantOf(15) },
    { id: "last", at: instantOf(21) },
  ]);
});

describe("a token is good", () => {
  const standing = { role: "ADMIN" as const, removed: false, epoch: 2, endedSessions: [] };
  const token = { sessionId: "s", role: "ADMIN", credentialEpoch: 2 };

  test("under the principal's role and epoch", () => {
    expect(isTokenGood(standing, token)).toBe(true);
  });

  test("and bad under any other, after the session's end and after a deletion", () => {
    expect(isTokenGood(standing, { ...token, credentialEpoch: 1 })).toBe(false);
    expect(isTokenGood(standing, { ...token, role: "MEMBER" })).toBe(false);
    expect(isTokenGood({ ...standing, removed: true }, token)).toBe(false);
    expect(isTokenGood({ ...standing, role: null }, token)).toBe(false);
    expect(isTokenGood({ ...standing, endedSessions: [{ id: "s", at: new Date() }] }, token)).toBe(false);
  });
});
