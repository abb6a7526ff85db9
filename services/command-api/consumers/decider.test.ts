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
  fold,
  given,
  marketing,
  registered,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";

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
