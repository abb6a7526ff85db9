import { describe, expect, test } from "@jest/globals";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { limits } from "@ornament/contracts/values/limits";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { type AdminCommand, adminDecider } from "./decider.ts";

const { fold, given } = specify(adminDecider);

const adminId = 7;
const at = 1_800_000_000_000;
const hour = 3_600_000;

const requested = (
  nonce: string,
  requestedAt: number,
  reason: "forgotten" | "invitation" = "forgotten",
): AdminEvent => ({
  type: "AdminPasswordResetRequested",
  data: { adminId, nonce, expiresAt: requestedAt + limits.adminResetLinkMilliseconds, reason },
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
const passwordReset: AdminEvent = {
  type: "AdminPasswordReset",
  data: { adminId, passwordHash: "new hash" },
};
const request = (nonce: string, now: number): AdminCommand => ({
  type: "RequestPasswordLink",
  adminId,
  nonce,
  reason: "forgotten",
  at: now,
});

describe("the link to set an admin's password", () => {
  test("the link to set an admin's password is valid for a day", () => {
    const day = limits.adminResetLinkMilliseconds;
    const link = given(requested("first", at));
    link.when(reset("first", at + day - 1)).thenEvents(passwordReset);
    link.when(reset("first", at + day)).thenRefused("reset_link_invalid");
  });

  test("a newer link to set an admin's password makes the older one invalid", () => {
    const two = given(requested("first", at), requested("second", at));
    two.when(reset("first", at)).thenRefused("reset_link_invalid");
    two.when(reset("second", at)).thenEvents(passwordReset);
  });

  test("a link to set an admin's password is invalid after it was used", () =>
    given(requested("first", at), passwordReset).when(reset("first", at)).thenRefused("reset_link_invalid"));

  test("a link to set an admin's password is invalid after the password was set in another way", () =>
    given(requested("first", at), passwordSet).when(reset("first", at)).thenRefused("reset_link_invalid"));

  test("an unknown link to set an admin's password is invalid", () =>
    given(passwordSet).when(reset("first", at)).thenRefused("reset_link_invalid"));

  test("an admin without a password is invited once, and one with a password is not invited", () => {
    const invitation: AdminCommand = {
      type: "RequestPasswordLink",
      adminId,
      nonce: "invited",
      reason: "invitation",
      at,
    };
    given()
      .when(invitation)
      .thenEvents(requested("invited", at, "invitation"));
    given(requested("first", at)).when(invitation).thenEvents();
    given(passwordSet).when(invitation).thenEvents();
  });

  test("an admin gets at most three links to set a password in an hour", () => {
    const links = ["a", "b", "c"].map((nonce, n) => requested(nonce, at + n));
    given(links.slice(1))
      .when(request("d", at + 3))
      .thenEvents(requested("d", at + 3));
    const three = given(links);
    three.when(request("d", at + hour - 1)).thenEvents();
    three.when(request("d", at + hour)).thenEvents(requested("d", at + hour));
  });

  test("links that were requested while the clock was an hour ahead do not count against an admin", () =>
    given(["a", "b", "c"].map((nonce) => requested(nonce, at + hour)))
      .when(request("d", at))
      .thenEvents(requested("d", at)));
});

describe("an update of an admin", () => {
  const update = (changes: Partial<AdminCommand & { type: "UpdateAdmin" }>): AdminCommand => ({
    type: "UpdateAdmin",
    adminId,
    current: { firstName: "Ann", lastName: null },
    firstName: undefined,
    lastName: undefined,
    password: undefined,
    ...changes,
  });
  const profileUpdated = (firstName: string, lastName: string | null): AdminEvent => ({
    type: "AdminProfileUpdated",
    data: { adminId, firstName, lastName },
  });

  test("an update of an admin to the names it has changes nothing", () =>
    given()
      .when(update({ firstName: "Ann", lastName: "" }))
      .thenEvents());

  test("an update of an admin keeps the names that it leaves out", () =>
    given()
      .when(update({ lastName: "Lee" }))
      .thenEvents(profileUpdated("Ann", "Lee")));

  test("an update of an admin does not replace a name that can't be read", () =>
    given()
      .when(update({ firstName: "Bea", lastName: "" }))
      .thenEvents(profileUpdated("Bea", null)));

  test("an update of an admin's names and password is one append", () =>
    given()
      .when(update({ firstName: "Bea", password: { hash: "hash", keptSessionId: "own" } }))
      .thenEvents(profileUpdated("Bea", null), {
        type: "AdminPasswordSet",
        data: { adminId, passwordHash: "hash", keptSessionId: "own" },
      }));
});

describe("the recovery of an admin by the operator", () => {
  const recover: AdminCommand = {
    type: "RecoverAdmin",
    adminId,
    formerEmail: "lost@x.test",
    email: "new@x.test",
    nonce: "recovered",
    at,
  };
  const recovered: AdminEvent = {
    type: "AdminRecovered",
    data: {
      adminId,
      formerEmail: "lost@x.test",
      email: "new@x.test",
      nonce: "recovered",
      expiresAt: at + limits.adminResetLinkMilliseconds,
    },
  };

  test("a recovery makes a link that sets a password once, for a day, and a mailed link works no longer", () => {
    const after = given(requested("mailed", at - 1), recovered);
    after.when(reset("mailed", at)).thenRefused("reset_link_invalid");
    after.when(reset("recovered", at + limits.adminResetLinkMilliseconds)).thenRefused("reset_link_invalid");
    after.when(reset("recovered", at)).thenEvents(passwordReset);
    given(recovered, passwordReset).when(reset("recovered", at)).thenRefused("reset_link_invalid");
  });

  test("a recovery ends the password, and a password set later counts", () => {
    expect(fold([passwordSet, recovered])).toMatchObject({ passwordHash: undefined, recovered: true });
    expect(fold([recovered, passwordReset])).toMatchObject({ passwordHash: "new hash" });
  });

  test("three mailed links within an hour don't delay a recovery, and a recovered admin is not invited", () => {
    const links = ["a", "b", "c"].map((nonce) => requested(nonce, at));
    given(links).when(recover).thenEvents(recovered);
    given(recovered)
      .when({ type: "RequestPasswordLink", adminId, nonce: "n", reason: "invitation", at })
      .thenEvents();
  });
});
