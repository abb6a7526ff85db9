import { describe, expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import {
  added,
  changeRefused,
  changeStarted,
  confirmed,
  consumerId,
  deleted,
  email,
  emailChanged,
  nonce as firstNonce,
  fold,
  given,
  marketing,
  registered,
  renamed,
  selected,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";
import type { ConsumerAccount } from "./state.ts";

const account: ConsumerEvent[] = [registered(), confirmed()];
const next = "next@example.com";

describe("a change of the email address", () => {
  const startChange: ConsumerCommand = { type: "StartEmailChange", email: next };
  const finish = (granted: boolean): ConsumerCommand => ({
    type: "FinishEmailChange",
    email: next,
    granted,
    previousKey: "key",
    nonce: "n".repeat(22),
    now: 0,
  });
  test("a change of the email address starts with the new address", () =>
    given(account).decides(startChange, changeStarted(next)));
  test("a change to the email address that the account has does nothing", () =>
    given(account, changeStarted(next), emailChanged(next)).decides(startChange));
  test("a second change of the email address is refused while the first has not ended", () =>
    given(account, changeStarted(next)).refuses(startChange, "conflict"));
  test("a change of the email address ends with the new address when it was free", () =>
    given(account, changeStarted(next)).decides(finish(true), emailChanged(next)));
  test("a change of the email address ends as refused when the new address was taken", () =>
    given(account, changeStarted(next)).decides(finish(false), changeRefused(next)));
  test("a change of the email address ends once", () => {
    given(account, changeStarted(next), emailChanged(next)).decides(finish(true));
    given(account, changeStarted(next), changeRefused(next)).decides(finish(true));
  });
  test("a change of the email address of a deleted account is refused", () =>
    given(account, changeStarted(next), deleted).refuses(finish(true), "consumer_not_found"));
  test("an account keeps its email address when the change was refused", () =>
    expect(fold([...account, changeStarted(next), changeRefused(next)])).toMatchObject({
      email: "parent@example.com",
      pendingEmail: undefined,
    }));
});

describe("the choice about marketing emails", () => {
  const set = (marketingEmail: boolean): ConsumerCommand => ({ type: "SetMarketing", marketingEmail });
  test("a consumer changes the choice about marketing emails", () =>
    given(account).decides(set(true), marketing(true)));
  test("a choice about marketing emails that is the same as before changes nothing", () =>
    given(account).decides(set(false)));
  test("a missing account has no choice about marketing emails", () =>
    given().refuses(set(true), "consumer_not_found"));
});

describe("deleting the account", () => {
  const remove: ConsumerCommand = { type: "DeleteAccount" };
  test("a consumer deletes the account", () => given(account).decides(remove, deleted));
  test("an account is deleted once", () => given(account, deleted).decides(remove));
  test("an account that doesn't exist can't be deleted", () => given().refuses(remove, "consumer_not_found"));
  test("a deleted account still has its email address and its PINs, so that they can be released", () =>
    expect(fold([...account, added("ABCD123"), deleted])).toMatchObject({
      status: "deleted",
      email: "parent@example.com",
      ornaments: [{ code: "ABCD123" }],
    }));
});

describe("erasing a consumer on request", () => {
  const erase = (confirmation: string): ConsumerCommand => ({
    type: "EraseAccount",
    reason: "Requested in writing",
    confirmation,
  });
  const erased: ConsumerEvent = {
    type: "ConsumerAccountDeleted",
    data: { consumerId, reason: "Requested in writing" },
  };
  test("an erasure that is confirmed with the consumer's email address deletes the account, with the reason", () =>
    given(account).decides(erase(email), erased));
  test("an account whose email address isn't confirmed yet can be erased", () =>
    given(registered()).decides(erase(email), erased));
  test("an erasure that is confirmed with another or a former email address, or with the id, is refused", () => {
    const changed = [...account, changeStarted(next), emailChanged(next)];
    given(changed).refuses(erase(email), "confirmation_mismatch");
    given(changed).refuses(erase(String(consumerId)), "confirmation_mismatch");
    given(changed).refuses(erase(""), "confirmation_mismatch");
  });
  test("the erasure of an account whose email address can't be read is confirmed with the id", () => {
    const unreadable = registered({ email: null });
    given(unreadable).decides(erase(String(consumerId)), erased);
    given(unreadable).refuses(erase(email), "confirmation_mismatch");
  });
  test("a missing or deleted account can't be erased", () => {
    given().refuses(erase(email), "consumer_not_found");
    given(account, deleted).refuses(erase(email), "consumer_not_found");
  });
});

const code = "ABCD123";
const add = (name: string): ConsumerCommand => ({ type: "AddOrnament", code, name });
const rename = (name: string): ConsumerCommand => ({ type: "RenameOrnament", code, name });
const select: ConsumerCommand = { type: "SelectOrnament", code };
const many = Array.from({ length: 50 }, (_, index) => added(`AAAA0${String(index).padStart(2, "0")}`));

test("an ornament is added to the account", () => given(account).decides(add("Mia"), added(code, "Mia")));
test("an ornament is added once", () => given(account, added(code, "Mia")).decides(add("Mia")));
test.each(["Tom", ""])("an ornament added again keeps the name “%s” that it got later", (name) =>
  given(account, added(code, "Mia"), renamed(code, name)).decides(add("Mia")),
);
test("an account has at most 50 ornaments", () => {
  given(account, many.slice(1)).decides(add(""), added(code));
  given(account, many).refuses(add(""), "too_many_ornaments");
});
test("an ornament is renamed", () =>
  given(account, added(code)).decides(rename("Mia"), renamed(code, "Mia")));
test("an ornament that gets the name it has does not change", () =>
  given(account, added(code, "Mia")).decides(rename("Mia")));
test("an ornament is selected once", () => {
  given(account, added(code)).decides(select, selected(code));
  given(account, added(code), selected(code)).decides(select);
});
test("somebody else's ornament can't be renamed or selected and is answered as not found", () => {
  given(account).refuses(rename("Mia"), "pin_not_found");
  given(account).refuses(select, "pin_not_found");
});
test("an ornament whose name was erased has an empty name", () => {
  const erased: ConsumerEvent = { type: "OrnamentAdded", data: { consumerId: 4096, code, name: null } };
  expect(fold([...account, erased])).toMatchObject({ ornaments: [{ code, name: "" }] });
});

const reason = "Confirmed by phone";
const nonce = "n".repeat(22);
const now = 1_000_000;

describe("a corrected address of an unconfirmed account", () => {
  const finish = {
    type: "FinishEmailChange",
    email: next,
    granted: true,
    previousKey: "key",
    nonce,
    now,
  } as const;
  const linkRequested: ConsumerEvent = {
    type: "ActivationLinkRequested",
    data: { consumerId, attempt: firstNonce("first"), nonce, expiresAt: now + 24 * 3_600_000 },
  };
  test("the change of an unconfirmed address asks for a new link to the new address, and only that one works", async () => {
    const events = [emailChanged(next), linkRequested];
    given(registered(), changeStarted(next)).decides(finish, events);
    const { links } = fold([registered(), changeStarted(next), ...events]) as ConsumerAccount;
    expect(links.filter(({ expiresAt }) => expiresAt > now).map((link) => link.nonce)).toEqual([nonce]);
  });
  test("the change of a confirmed address asks for no link", () =>
    given(account, changeStarted(next)).decides(finish, emailChanged(next)));
});

describe("the end of a sign-in pause", () => {
  const end = (paused: boolean): ConsumerCommand => ({ type: "EndSignInPause", paused, now, reason });
  test("an admin ends a pause with a reason", () =>
    given(account).decides(end(true), { type: "SignInPauseEnded", data: { consumerId, at: now, reason } }));
  test("sign-in that is not paused has no pause to end", () =>
    given(account).refuses(end(false), "sign_in_not_paused"));
});

describe("a reset code that an admin has sent", () => {
  const send: ConsumerCommand = { type: "SendResetCode", nonce, now, reason };
  test("an admin has a reset code sent with a reason", () =>
    given(account).decides(send, {
      type: "PasswordResetRequested",
      data: { consumerId, nonce, expiresAt: now + 600_000, reason },
    }));
  test("an unconfirmed account gets no reset code from an admin", () =>
    given(registered()).refuses(send, "email_not_confirmed"));
});

describe("a request to the IT Admins", () => {
  const ask = (asked: string | undefined): ConsumerCommand => ({
    type: "AskItAdmin",
    act: asked ? "release-pin" : "erase",
    code: asked,
    reason,
  });
  test("a request without a PIN is recorded with its reason", () =>
    given(account).decides(ask(undefined), {
      type: "ItAdminAsked",
      data: { consumerId, act: "erase", reason },
    }));
  test("a request to release a PIN names one of the account", () => {
    given(account, added(code)).decides(ask(code), {
      type: "ItAdminAsked",
      data: { consumerId, act: "release-pin", code, reason },
    });
    given(account).refuses(ask(code), "pin_not_found");
  });
});

describe("a released ornament", () => {
  const remove: ConsumerCommand = { type: "RemoveOrnament", code };
  const removed: ConsumerEvent = { type: "OrnamentRemoved", data: { consumerId, code } };
  test("a released ornament leaves the account once", () => {
    given(account, added(code)).decides(remove, removed);
    given(account, added(code), removed).decides(remove);
  });
  test("an ornament that was released is not the current one, and comes back with the name of its new entry", () => {
    const selected: ConsumerEvent = { type: "OrnamentSelected", data: { consumerId, code } };
    const without = fold([...account, added(code), selected, removed]) as ConsumerAccount;
    expect(without).toMatchObject({ ornaments: [], selected: undefined });
    const again: ConsumerEvent = { type: "OrnamentAdded", data: { consumerId, code, name: "Door" } };
    const { ornaments } = fold([...account, added(code), removed, again]) as ConsumerAccount;
    expect(ornaments).toEqual([{ code, name: "Door" }]);
  });
});

test.each<ConsumerCommand>([
  { type: "EndSignInPause", paused: true, now, reason },
  { type: "SendResetCode", nonce, now, reason },
  { type: "AskItAdmin", act: "erase", code: undefined, reason },
  { type: "RemoveOrnament", code },
])("the command $type finds no deleted account", (command) =>
  given(account, deleted).refuses(command, "consumer_not_found"),
);
