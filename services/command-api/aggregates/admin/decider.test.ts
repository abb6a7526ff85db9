import { describe, expect, test } from "@jest/globals";
import { limits } from "@ornament/contracts/domain/limits";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import { type AdminCommand, adminDecider } from "./decider.ts";

const adminId = 7;
const at = 1_800_000_000_000;
const hour = 3_600_000;

const requested = (nonce: string, requestedAt: number): AdminEvent => ({
  type: "AdminPasswordResetRequested",
  data: { adminId, nonce, expiresAt: requestedAt + limits.adminResetLinkMilliseconds, reason: "forgotten" },
});
const passwordSet: AdminEvent = {
  type: "AdminPasswordSet",
  data: { adminId, passwordHash: "hash", keptSessionId: null },
};
const reset = (nonce: string, now: number): AdminCommand => ({
  type: "ResetPassword",
  adminId,
  nonce,
  passwordHash: "new hash",
  at: now,
});
const resetEvent: AdminEvent = { type: "AdminPasswordReset", data: { adminId, passwordHash: "new hash" } };
const request = (nonce: string, now: number): AdminCommand => ({
  type: "RequestPasswordLink",
  adminId,
  nonce,
  reason: "forgotten",
  at: now,
});

const decide = (events: AdminEvent[], command: AdminCommand) =>
  adminDecider.decide(command, events.reduce(adminDecider.evolve, adminDecider.initialState()));

function refusal(events: AdminEvent[], command: AdminCommand): ErrorCode | undefined {
  try {
    decide(events, command);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.code : undefined;
  }
}

describe("the link to set a password", () => {
  test("is good for a day and not a millisecond more", () => {
    const day = limits.adminResetLinkMilliseconds;
    expect(decide([requested("first", at)], reset("first", at + day - 1))).toEqual([resetEvent]);
    expect(refusal([requested("first", at)], reset("first", at + day))).toBe("reset_link_invalid");
  });

  test("is voided by a newer one, by its use and by a password set otherwise", () => {
    const two = [requested("first", at), requested("second", at)];
    expect(refusal(two, reset("first", at))).toBe("reset_link_invalid");
    expect(decide(two, reset("second", at))).toEqual([resetEvent]);
    expect(refusal([requested("first", at), resetEvent], reset("first", at))).toBe("reset_link_invalid");
    expect(refusal([requested("first", at), passwordSet], reset("first", at))).toBe("reset_link_invalid");
  });

  test("invites once, and nobody who has a password", () => {
    const invitation: AdminCommand = {
      type: "RequestPasswordLink",
      adminId,
      nonce: "invited",
      reason: "invitation",
      at,
    };
    expect(decide([], invitation)).toMatchObject([{ data: { reason: "invitation" } }]);
    expect(decide([requested("first", at)], invitation)).toEqual([]);
    expect(decide([passwordSet], invitation)).toEqual([]);
  });

  test("was never asked for", () =>
    expect(refusal([passwordSet], reset("first", at))).toBe("reset_link_invalid"));

  test("is mailed three times an hour", () => {
    const three = ["a", "b", "c"].map((nonce, n) => requested(nonce, at + n));
    expect(decide(three.slice(1), request("d", at + 3))).toEqual([requested("d", at + 3)]);
    expect(decide(three, request("d", at + hour - 1))).toEqual([]);
    expect(decide(three, request("d", at + hour))).toEqual([requested("d", at + hour)]);
  });
});

describe("an update", () => {
  const update = (changes: Partial<AdminCommand & { type: "UpdateAdmin" }>): AdminCommand => ({
    type: "UpdateAdmin",
    adminId,
    current: { firstName: "Ann", lastName: null },
    firstName: undefined,
    lastName: undefined,
    password: undefined,
    ...changes,
  });

  test("of nothing is nothing; what is left out stays", () => {
    expect(decide([], update({ firstName: "Ann", lastName: "" }))).toEqual([]);
    expect(decide([], update({ lastName: "Lee" }))).toEqual([
      { type: "AdminProfileUpdated", data: { adminId, firstName: "Ann", lastName: "Lee" } },
    ]);
  });

  test("of names and password is one step", () => {
    const password = { hash: "hash", keptSessionId: "own" };
    expect(decide([], update({ firstName: "Bea", password })).map(({ type }) => type)).toEqual([
      "AdminProfileUpdated",
      "AdminPasswordSet",
    ]);
  });
});
