import { describe, expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import {
  added,
  changeStarted,
  confirmed,
  consumerId,
  deleted,
  emailChanged,
  nonce as firstNonce,
  fold,
  given,
  registered,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";
import type { ConsumerAccount } from "./state.ts";

const reason = "Confirmed by phone";
const nonce = "n".repeat(22);
const now = 1_000_000;
const code = "AB12CD3";
const account: ConsumerEvent[] = [registered(), confirmed()];
const next = "next@example.com";

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
