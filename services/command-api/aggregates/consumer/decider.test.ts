import { describe, expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import {
  added,
  changeRefused,
  changeStarted,
  codeAccepted,
  codeRefused,
  confirmed,
  deleted,
  emailChanged,
  fold,
  given,
  hour,
  marketing,
  minute,
  nonce,
  passwordReset,
  registered,
  renamed,
  resetRequested,
  selected,
  start,
} from "../../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";

const account: ConsumerEvent[] = [registered(), confirmed()];
const next = "next@example.com";

describe("email change", () => {
  const startChange: ConsumerCommand = { type: "StartEmailChange", email: next };
  const finish = (granted: boolean): ConsumerCommand => ({
    type: "FinishEmailChange",
    email: next,
    granted,
    previousKey: "key",
  });
  test("starts", () =>
    given(...account)
      .when(startChange)
      .thenEvents(changeStarted(next)));
  test("to the address it has is no change", () =>
    given(...account, changeStarted(next), emailChanged(next))
      .when(startChange)
      .thenEvents());
  test("one at a time", () =>
    given(...account, changeStarted(next))
      .when(startChange)
      .thenRefused("conflict"));
  test("ends with the address claimed", () =>
    given(...account, changeStarted(next))
      .when(finish(true))
      .thenEvents(emailChanged(next)));
  test("ends with the address refused", () =>
    given(...account, changeStarted(next))
      .when(finish(false))
      .thenEvents(changeRefused(next)));
  test("ends once", () => {
    given(...account, changeStarted(next), emailChanged(next))
      .when(finish(true))
      .thenEvents();
    given(...account, changeStarted(next), changeRefused(next))
      .when(finish(true))
      .thenEvents();
  });
  test("not for a deleted account", () =>
    given(...account, changeStarted(next), deleted)
      .when(finish(true))
      .thenRefused("consumer_not_found"));
  test("a refused one leaves the address", () =>
    expect(fold([...account, changeStarted(next), changeRefused(next)])).toMatchObject({
      email: "parent@example.com",
      pendingEmail: undefined,
    }));
});

describe("marketing", () => {
  const set = (marketingEmail: boolean): ConsumerCommand => ({ type: "SetMarketing", marketingEmail });
  test("changes", () =>
    given(...account)
      .when(set(true))
      .thenEvents(marketing(true)));
  test("to what it is already is no change", () =>
    given(...account)
      .when(set(false))
      .thenEvents());
  test("not without an account", () => given().when(set(true)).thenRefused("consumer_not_found"));
});

describe("forgotten password", () => {
  const request = (now = start): ConsumerCommand => ({
    type: "RequestPasswordReset",
    nonce: nonce("a"),
    now,
  });
  const attempt = (matches: boolean, now = start, name = "a"): ConsumerCommand => ({
    type: "TryResetCode",
    nonce: nonce(name),
    matches,
    proof: nonce(`${name}-proof`),
    now,
  });
  const reset = (now = start): ConsumerCommand => ({
    type: "ResetPassword",
    proof: nonce("a-proof"),
    passwordHash: "hash-new",
    now,
  });
  const requested = [...account, resetRequested("a")];
  const wrong = (times: number) => Array.from({ length: times }, () => codeRefused("a"));

  test("a confirmed account gets a code", () =>
    given(...account)
      .when(request())
      .thenEvents(resetRequested("a")));
  test.each([
    ["nobody", []],
    ["an unconfirmed account", [registered()]],
    ["a deleted account", [...account, deleted]],
  ])("%s gets none, without a word", (_name, events) => {
    given(...events)
      .when(request())
      .thenEvents();
  });
  test("three mails an hour", () => {
    const asked = given(...account, resetRequested("x"), resetRequested("y"), resetRequested("z"));
    asked.when(request(start + hour - 1)).thenEvents();
    asked.when(request(start + hour)).thenEvents(resetRequested("a", start + hour));
  });

  test("the right code", () =>
    given(...requested)
      .when(attempt(true))
      .thenEvents(codeAccepted("a")));
  test("a wrong code counts", () =>
    given(...requested)
      .when(attempt(false))
      .thenEvents(codeRefused("a")));
  test("the fifth try is the last", () => {
    given(...requested, ...wrong(4))
      .when(attempt(true))
      .thenEvents(codeAccepted("a"));
    given(...requested, ...wrong(5))
      .when(attempt(true))
      .thenRefused("reset_code_invalid");
  });
  test("not after 10 minutes", () => {
    given(...requested)
      .when(attempt(true, start + 10 * minute - 1))
      .thenEvents(codeAccepted("a", start + 10 * minute - 1));
    given(...requested)
      .when(attempt(true, start + 10 * minute))
      .thenRefused("reset_code_invalid");
  });
  test("not once there is a newer one, whose tries begin anew", () => {
    const renewed = given(...requested, ...wrong(5), resetRequested("b"));
    renewed.when(attempt(true)).thenRefused("reset_code_invalid");
    renewed.when(attempt(true, start, "b")).thenEvents(codeAccepted("b"));
  });
  test("not twice", () =>
    given(...requested, codeAccepted("a"))
      .when(attempt(true))
      .thenRefused("reset_code_invalid"));
  test("not without a request", () =>
    given(...account)
      .when(attempt(true))
      .thenRefused("reset_code_invalid"));
  test("not once the email has changed", () =>
    given(...requested, changeStarted(next), emailChanged(next))
      .when(attempt(true))
      .thenRefused("reset_code_invalid"));

  test("the proof sets the password", () =>
    given(...requested, codeAccepted("a"))
      .when(reset())
      .thenEvents(passwordReset("hash-new")));
  test("once", () =>
    given(...requested, codeAccepted("a"), passwordReset("hash-new"))
      .when(reset())
      .thenRefused("reset_proof_invalid"));
  test("within 10 minutes", () =>
    given(...requested, codeAccepted("a"))
      .when(reset(start + 10 * minute))
      .thenRefused("reset_proof_invalid"));
  test("and not without the right code", () =>
    given(...requested)
      .when(reset())
      .thenRefused("reset_proof_invalid"));
});

describe("ornaments", () => {
  const code = "ABCD123";
  const add = (name: string): ConsumerCommand => ({ type: "AddOrnament", code, name });
  const rename = (name: string): ConsumerCommand => ({ type: "RenameOrnament", code, name });
  const select: ConsumerCommand = { type: "SelectOrnament", code };
  const many = Array.from({ length: 50 }, (_, index) => added(`AAAA0${String(index).padStart(2, "0")}`));

  test("is added", () =>
    given(...account)
      .when(add("Mia"))
      .thenEvents(added(code, "Mia")));
  test("once", () =>
    given(...account, added(code, "Mia"))
      .when(add("Mia"))
      .thenEvents());
  test.each(["Tom", ""])("a nickname that was changed to “%s” since stays", (name) =>
    given(...account, added(code, "Mia"), renamed(code, name))
      .when(add("Mia"))
      .thenEvents(),
  );
  test("at most 50", () => {
    given(...account, ...many.slice(1))
      .when(add(""))
      .thenEvents(added(code));
    given(...account, ...many)
      .when(add(""))
      .thenRefused("too_many_ornaments");
  });
  test("is renamed", () =>
    given(...account, added(code))
      .when(rename("Mia"))
      .thenEvents(renamed(code, "Mia")));
  test("the same name is no change", () =>
    given(...account, added(code, "Mia"))
      .when(rename("Mia"))
      .thenEvents());
  test("is selected, once", () => {
    given(...account, added(code))
      .when(select)
      .thenEvents(selected(code));
    given(...account, added(code), selected(code))
      .when(select)
      .thenEvents();
  });
  test("somebody else's is not found", () => {
    given(...account)
      .when(rename("Mia"))
      .thenRefused("pin_not_found");
    given(...account)
      .when(select)
      .thenRefused("pin_not_found");
  });
  test("a nickname that can't be read any more is empty", () => {
    const erased: ConsumerEvent = { type: "OrnamentAdded", data: { consumerId: 4096, code, name: null } };
    expect(fold([...account, erased])).toMatchObject({ ornaments: [{ code, name: "" }] });
  });
});

describe("deletion", () => {
  const remove: ConsumerCommand = { type: "DeleteAccount" };
  test("deletes", () =>
    given(...account)
      .when(remove)
      .thenEvents(deleted));
  test("once", () =>
    given(...account, deleted)
      .when(remove)
      .thenEvents());
  test("nobody", () => given().when(remove).thenRefused("consumer_not_found"));
  test("keeps what is left to release", () =>
    expect(fold([...account, added("ABCD123"), deleted])).toMatchObject({
      status: "deleted",
      email: "parent@example.com",
      ornaments: [{ code: "ABCD123" }],
    }));
});
