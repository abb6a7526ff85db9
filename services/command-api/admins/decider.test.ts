import { describe, expect, test } from "@jest/globals";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { limits } from "@ornament/contracts/values/limits";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { type AdminCommand, adminDecider } from "./decider.ts";

const { fold, given } = specify(adminDecider);

const adminId = 7;
const at = 1_800_000_000_000;
const hour = 3_600_000;

const day = limits.adminResetLinkMilliseconds;
const fact = factsOf<AdminEvent>()({ adminId });
const requested = (nonce: string, when: number, reason: "forgotten" | "invitation" = "forgotten") =>
  fact("AdminPasswordResetRequested", { nonce, expiresAt: when + day, reason });
const passwordSet = fact("AdminPasswordSet", { passwordHash: "hash", keptSessionId: null });
const reset = (nonce: string, now: number) =>
  ({ type: "ResetPassword", adminId, nonce, passwordHash: "new hash", at: now }) as const;
const passwordReset = fact("AdminPasswordReset", { passwordHash: "new hash" });
const request = (nonce: string, now: number) =>
  ({ type: "RequestPasswordLink", adminId, nonce, reason: "forgotten", at: now }) as const;

describe("the link to set an admin's password", () => {
  test("the link to set an admin's password is valid for a day", () => {
    const link = given(requested("first", at));
    link.decides(reset("first", at + day - 1), passwordReset);
    link.refuses(reset("first", at + day), "reset_link_invalid");
  });

  test("a newer link to set an admin's password makes the older one invalid", () => {
    const two = given(requested("first", at), requested("second", at));
    two.refuses(reset("first", at), "reset_link_invalid");
    two.decides(reset("second", at), passwordReset);
  });

  test("a link to set an admin's password is invalid after it was used", () =>
    given(requested("first", at), passwordReset).refuses(reset("first", at), "reset_link_invalid"));

  test("a link to set an admin's password is invalid after the password was set in another way", () =>
    given(requested("first", at), passwordSet).refuses(reset("first", at), "reset_link_invalid"));

  test("an unknown link to set an admin's password is invalid", () =>
    given(passwordSet).refuses(reset("first", at), "reset_link_invalid"));

  test("an admin without a password is invited once, and one with a password is not invited", () => {
    const invitation: AdminCommand = { ...request("invited", at), reason: "invitation" };
    given().decides(invitation, requested("invited", at, "invitation"));
    given(requested("first", at)).decides(invitation);
    given(passwordSet).decides(invitation);
  });

  test("an admin gets at most three links to set a password in an hour", () => {
    const links = ["a", "b", "c"].map((nonce, n) => requested(nonce, at + n));
    given(links.slice(1)).decides(request("d", at + 3), requested("d", at + 3));
    const three = given(links);
    three.decides(request("d", at + hour - 1));
    three.decides(request("d", at + hour), requested("d", at + hour));
  });

  test("links that were requested while the clock was an hour ahead do not count against an admin", () =>
    given(["a", "b", "c"].map((nonce) => requested(nonce, at + hour))).decides(
      request("d", at),
      requested("d", at),
    ));
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
  const profileUpdated = (firstName: string, lastName: string | null) =>
    fact("AdminProfileUpdated", { firstName, lastName });

  test("an update of an admin to the names it has changes nothing", () =>
    given().decides(update({ firstName: "Ann", lastName: "" })));

  test("an update of an admin keeps the names that it leaves out", () =>
    given().decides(update({ lastName: "Lee" }), profileUpdated("Ann", "Lee")));

  test("an update of an admin does not replace a name that can't be read", () =>
    given().decides(update({ firstName: "Bea", lastName: "" }), profileUpdated("Bea", null)));

  test("an update of an admin's names and password is one append", () =>
    given().decides(
      update({ firstName: "Bea", password: { hash: "hash", keptSessionId: "own" } }),
      profileUpdated("Bea", null),
      {
        type: "AdminPasswordSet",
        data: { adminId, passwordHash: "hash", keptSessionId: "own" },
      },
    ));
});

describe("the recovery of an admin by the operator", () => {
  const moved = { formerEmail: "lost@x.test", email: "new@x.test", nonce: "recovered" };
  const recover: AdminCommand = { type: "RecoverAdmin", adminId, ...moved, at };
  const recovered = fact("AdminRecovered", { ...moved, expiresAt: at + day });

  test("a recovery makes a link that sets a password once, for a day, and a mailed link works no longer", () => {
    const after = given(requested("mailed", at - 1), recovered);
    after.refuses(reset("mailed", at), "reset_link_invalid");
    after.refuses(reset("recovered", at + day), "reset_link_invalid");
    after.decides(reset("recovered", at), passwordReset);
    given(recovered, passwordReset).refuses(reset("recovered", at), "reset_link_invalid");
  });

  test("a recovery ends the password, and a password set later counts", () => {
    expect(fold([passwordSet, recovered])).toMatchObject({ passwordHash: undefined, recovered: true });
    expect(fold([recovered, passwordReset])).toMatchObject({ passwordHash: "new hash" });
  });

  test("three mailed links within an hour don't delay a recovery, and a recovered admin is not invited", () => {
    const links = ["a", "b", "c"].map((nonce) => requested(nonce, at));
    given(links).decides(recover, recovered);
    given(recovered).decides({ type: "RequestPasswordLink", adminId, nonce: "n", reason: "invitation", at });
  });
});
