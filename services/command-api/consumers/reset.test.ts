import { test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import {
  changeStarted,
  codeAccepted,
  codeLocked,
  codeRefused,
  confirmed,
  deleted,
  emailChanged,
  given,
  hour,
  minute,
  nonce,
  passwordReset,
  registered,
  resetRequested,
  start,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";

const account: ConsumerEvent[] = [registered(), confirmed()];
const next = "next@example.com";

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
  grant: { kind: "proof", nonce: nonce("a-proof") },
  passwordHash: "hash-new",
  now,
});
const requested = [...account, resetRequested("a")];
const wrong = (times: number) => Array.from({ length: times }, () => codeRefused("a"));

test("a confirmed account gets a code to reset the password", () =>
  given(account).decides(request(), resetRequested("a")));
test.each([
  ["an email address without an account", []],
  ["an unconfirmed account", [registered()]],
  ["a deleted account", [...account, deleted]],
])("%s gets no code to reset the password, and the request is not refused", (_name, events) => {
  given(events).decides(request());
});
test("an account gets at most three codes to reset the password in an hour", () => {
  const asked = given(account, resetRequested("x"), resetRequested("y"), resetRequested("z"));
  asked.decides(request(start + hour - 1));
  asked.decides(request(start + hour), resetRequested("a", start + hour));
});
test("codes that were requested while the clock was an hour ahead do not count against an account", () => {
  const asked = given(account, resetRequested("x"), resetRequested("y"), resetRequested("z"));
  asked.decides(request(start - hour), resetRequested("a", start - hour));
});

test("the right code to reset the password is accepted", () =>
  given(requested).decides(attempt(true), codeAccepted("a")));
test("a wrong code to reset the password is counted", () =>
  given(requested).decides(attempt(false), codeRefused("a")));
test("the last allowed wrong code to reset the password locks the code", () =>
  given(requested, wrong(4)).decides(attempt(false), codeRefused("a"), codeLocked("a")));
test("a code to reset the password can be tried five times", () => {
  given(requested, wrong(4)).decides(attempt(true), codeAccepted("a"));
  given(requested, wrong(5)).refuses(attempt(true), "reset_code_invalid");
});
test("a code to reset the password is valid for 10 minutes", () => {
  given(requested).decides(
    attempt(true, start + 10 * minute - 1),
    codeAccepted("a", start + 10 * minute - 1),
  );
  given(requested).refuses(attempt(true, start + 10 * minute), "reset_code_invalid");
});
test("a newer code to reset the password makes the older one invalid and has its own five tries", () => {
  const renewed = given(requested, wrong(5), resetRequested("b"));
  renewed.refuses(attempt(true), "reset_code_invalid");
  renewed.decides(attempt(true, start, "b"), codeAccepted("b"));
});
test("a code to reset the password is accepted once", () =>
  given(requested, codeAccepted("a")).refuses(attempt(true), "reset_code_invalid"));
test("a code is refused when none was requested", () =>
  given(account).refuses(attempt(true), "reset_code_invalid"));
test("a code to reset the password is invalid after the account's email address changed", () =>
  given(requested, changeStarted(next), emailChanged(next)).refuses(attempt(true), "reset_code_invalid"));

test("the proof of the right code sets the password", () =>
  given(requested, codeAccepted("a")).decides(reset(), passwordReset("hash-new")));
test("the proof of the right code sets the password once", () =>
  given(requested, codeAccepted("a"), passwordReset("hash-new")).refuses(reset(), "reset_proof_invalid"));
test("the proof of the right code is valid for 10 minutes", () =>
  given(requested, codeAccepted("a")).refuses(reset(start + 10 * minute), "reset_proof_invalid"));
test("the proof of the right code still sets the password after another code was requested", () =>
  given(requested, codeAccepted("a"), resetRequested("b")).decides(reset(), passwordReset("hash-new")));

const byLink = (name: string, now = start): ConsumerCommand => ({
  type: "ResetPassword",
  grant: { kind: "link", nonce: nonce(name) },
  passwordHash: "hash-new",
  now,
});
test("while no code may be mailed, the link in each of the last three mails sets the password after any number of tries of their codes", () => {
  const asked = (["a", "b", "c"] as const).flatMap((name, n) => [
    resetRequested(name, start + n * minute),
    ...Array.from({ length: 5 }, () => codeRefused(name)),
  ]);
  const spoiled = given(account, asked);
  for (const name of ["a", "b", "c"])
    spoiled.decides(byLink(name, start + 3 * minute), passwordReset("hash-new"));
  for (let now = start + 3 * minute; now < start + hour; now += minute)
    spoiled.decides(byLink("c", now), passwordReset("hash-new"));
  spoiled.decides(request(start + hour), resetRequested("a", start + hour));
});
test("a link to reset the password works once within an hour, and not after the account's email address changed", () => {
  given(requested).refuses(byLink("a", start + hour), "reset_link_invalid");
  given(requested, passwordReset("hash-other")).refuses(byLink("a"), "reset_link_invalid");
  given(requested, changeStarted(next), emailChanged(next)).refuses(byLink("a"), "reset_link_invalid");
  given(account).refuses(byLink("a"), "reset_link_invalid");
});

test("a password is not set without the proof of the right code", () =>
  given(requested).refuses(reset(), "reset_proof_invalid"));
