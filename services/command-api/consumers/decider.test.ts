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
    given(account).when(startChange).thenEvents(changeStarted(next)));
  test("a change to the email address that the account has does nothing", () =>
    given(account, changeStarted(next), emailChanged(next)).when(startChange).thenEvents());
  test("a second change of the email address is refused while the first has not ended", () =>
    given(account, changeStarted(next)).when(startChange).thenRefused("conflict"));
  test("a change of the email address ends with the new address when it was free", () =>
    given(account, changeStarted(next)).when(finish(true)).thenEvents(emailChanged(next)));
  test("a change of the email address ends as refused when the new address was taken", () =>
    given(account, changeStarted(next)).when(finish(false)).thenEvents(changeRefused(next)));
  test("a change of the email address ends once", () => {
    given(account, changeStarted(next), emailChanged(next)).when(finish(true)).thenEvents();
    given(account, changeStarted(next), changeRefused(next)).when(finish(true)).thenEvents();
  });
  test("a change of the email address of a deleted account is refused", () =>
    given(account, changeStarted(next), deleted).when(finish(true)).thenRefused("consumer_not_found"));
  test("an account keeps its email address when the change was refused", () =>
    expect(fold([...account, changeStarted(next), changeRefused(next)])).toMatchObject({
      email: "parent@example.com",
      pendingEmail: undefined,
    }));
});

describe("the choice about marketing emails", () => {
  const set = (marketingEmail: boolean): ConsumerCommand => ({ type: "SetMarketing", marketingEmail });
  test("a consumer changes the choice about marketing emails", () =>
    given(account).when(set(true)).thenEvents(marketing(true)));
  test("a choice about marketing emails that is the same as before changes nothing", () =>
    given(account).when(set(false)).thenEvents());
  test("a missing account has no choice about marketing emails", () =>
    given().when(set(true)).thenRefused("consumer_not_found"));
});

describe("deleting the account", () => {
  const remove: ConsumerCommand = { type: "DeleteAccount" };
  test("a consumer deletes the account", () => given(account).when(remove).thenEvents(deleted));
  test("an account is deleted once", () => given(account, deleted).when(remove).thenEvents());
  test("an account that doesn't exist can't be deleted", () =>
    given().when(remove).thenRefused("consumer_not_found"));
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
    given(account).when(erase(email)).thenEvents(erased));
  test("an account whose email address isn't confirmed yet can be erased", () =>
    given(registered()).when(erase(email)).thenEvents(erased));
  test("an erasure that is confirmed with another or a former email address, or with the id, is refused", () => {
    const changed = [...account, changeStarted(next), emailChanged(next)];
    given(changed).when(erase(email)).thenRefused("confirmation_mismatch");
    given(changed)
      .when(erase(String(consumerId)))
      .thenRefused("confirmation_mismatch");
    given(changed).when(erase("")).thenRefused("confirmation_mismatch");
  });
  test("the erasure of an account whose email address can't be read is confirmed with the id", () => {
    const unreadable = registered({ email: null });
    given(unreadable)
      .when(erase(String(consumerId)))
      .thenEvents(erased);
    given(unreadable).when(erase(email)).thenRefused("confirmation_mismatch");
  });
  test("a missing or deleted account can't be erased", () => {
    given().when(erase(email)).thenRefused("consumer_not_found");
    given(account, deleted).when(erase(email)).thenRefused("consumer_not_found");
  });
});

const code = "ABCD123";
const add = (name: string): ConsumerCommand => ({ type: "AddOrnament", code, name });
const rename = (name: string): ConsumerCommand => ({ type: "RenameOrnament", code, name });
const select: ConsumerCommand = { type: "SelectOrnament", code };
const many = Array.from({ length: 50 }, (_, index) => added(`AAAA0${String(index).padStart(2, "0")}`));

test("an ornament is added to the account", () =>
  given(account).when(add("Mia")).thenEvents(added(code, "Mia")));
test("an ornament is added once", () => given(account, added(code, "Mia")).when(add("Mia")).thenEvents());
test.each(["Tom", ""])("an ornament added again keeps the name “%s” that it got later", (name) =>
  given(account, added(code, "Mia"), renamed(code, name)).when(add("Mia")).thenEvents(),
);
test("an account has at most 50 ornaments", () => {
  given(account, many.slice(1)).when(add("")).thenEvents(added(code));
  given(account, many).when(add("")).thenRefused("too_many_ornaments");
});
test("an ornament is renamed", () =>
  given(account, added(code)).when(rename("Mia")).thenEvents(renamed(code, "Mia")));
test("an ornament that gets the name it has does not change", () =>
  given(account, added(code, "Mia")).when(rename("Mia")).thenEvents());
test("an ornament is selected once", () => {
  given(account, added(code)).when(select).thenEvents(selected(code));
  given(account, added(code), selected(code)).when(select).thenEvents();
});
test("somebody else's ornament can't be renamed or selected and is answered as not found", () => {
  given(account).when(rename("Mia")).thenRefused("pin_not_found");
  given(account).when(select).thenRefused("pin_not_found");
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
    given(registered(), changeStarted(next)).when(finish).thenEvents(events);
    const { links } = fold([registered(), changeStarted(next), ...events]) as ConsumerAccount;
    expect(links.filter(({ expiresAt }) => expiresAt > now).map((link) => link.nonce)).toEqual([nonce]);
  });
  test("the change of a confirmed address asks for no link", () =>
    given(account, changeStarted(next)).when(finish).thenEvents(emailChanged(next)));
});

describe("the end of a sign-in pause", () => {
  const end = (paused: boolean): ConsumerCommand => ({ type: "EndSignInPause", paused, now, reason });
  test("an admin ends a pause with a reason", () =>
    given(account)
      .when(end(true))
      .thenEvents({ type: "SignInPauseEnded", data: { consumerId, at: now, reason } }));
  test("sign-in that is not paused has no pause to end", () =>
    given(account).when(end(false)).thenRefused("sign_in_not_paused"));
});

describe("a reset code that an admin has sent", () => {
  const send: ConsumerCommand = { type: "SendResetCode", nonce, now, reason };
  test("an admin has a reset code sent with a reason", () =>
    given(account)
      .when(send)
      .thenEvents({
        type: "PasswordResetRequested",
        data: { consumerId, nonce, expiresAt: now + 600_000, reason },
      }));
  test("an unconfirmed account gets no reset code from an admin", () =>
    given(registered()).when(send).thenRefused("email_not_confirmed"));
});

describe("a request to the IT Admins", () => {
  const ask = (asked: string | undefined): ConsumerCommand => ({
    type: "AskItAdmin",
    act: asked ? "release-pin" : "erase",
    code: asked,
    reason,
  });
  test("a request without a PIN is recorded with its reason", () =>
    given(account)
      .when(ask(undefined))
      .thenEvents({ type: "ItAdminAsked", data: { consumerId, act: "erase", reason } }));
  test("a request to release a PIN names one of the account", () => {
    given(account, added(code))
      .when(ask(code))
      .thenEvents({ type: "ItAdminAsked", data: { consumerId, act: "release-pin", code, reason } });
    given(account).when(ask(code)).thenRefused("pin_not_found");
  });
});

describe("a released ornament", () => {
  const remove: ConsumerCommand = { type: "RemoveOrnament", code };
  const removed: ConsumerEvent = { type: "OrnamentRemoved", data: { consumerId, code } };
  test("a released ornament leaves the account once", () => {
    given(account, added(code)).when(remove).thenEvents(removed);
    given(account, added(code), removed).when(remove).thenEvents();
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
  given(account, deleted).when(command).thenRefused("consumer_not_found"),
);
