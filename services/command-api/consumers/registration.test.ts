import { describe, expect, test } from "@jest/globals";
import {
  changeStarted,
  confirmed,
  consumerId,
  deleted,
  email,
  emailChanged,
  fold,
  given,
  hour,
  linkRequested,
  marketing,
  nonce,
  ownerTold,
  registered,
  repeated,
  start,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";
import { AccountIdTaken } from "./decider.ts";

type CommandOf<T extends ConsumerCommand["type"]> = Extract<ConsumerCommand, { type: T }>;

const register = (more: Partial<CommandOf<"Register">> = {}): ConsumerCommand => ({
  type: "Register",
  consumerId,
  email,
  passwordHash: "hash-again",
  marketingEmail: true,
  nonce: nonce("again"),
  now: start,
  ...more,
});
const requestLink = (more: Partial<CommandOf<"RequestActivationLink">> = {}): ConsumerCommand => ({
  type: "RequestActivationLink",
  attempt: undefined,
  nonce: nonce("link"),
  now: start,
  limited: true,
  ...more,
});
const confirm = (link: string, now = start, agreed = true): ConsumerCommand => ({
  type: "ConfirmEmail",
  nonce: nonce(link),
  agreed,
  now,
});

describe("registering", () => {
  test("a new account has a registration attempt and a link that is valid for 24 hours", () =>
    given()
      .when(register({ passwordHash: "hash-first", nonce: nonce("first"), marketingEmail: false }))
      .thenEvents(registered()));
  test("a registration of an unconfirmed email address is a new attempt", () =>
    given(registered()).when(register()).thenEvents(repeated("again")));
  test("a registration that would send the fourth mail within an hour does nothing", () =>
    given(registered(), repeated("b"), linkRequested("c"))
      .when(register({ now: start + hour - 1 }))
      .thenEvents());
  test("a registration sends a mail again an hour after three mails", () =>
    given(registered(), repeated("b"), linkRequested("c"))
      .when(register({ now: start + hour }))
      .thenEvents(repeated("again", start + hour)));
  test("a registration of a confirmed email address only tells its owner", () =>
    given(registered(), confirmed()).when(register()).thenEvents(ownerTold(start)));
  test("the owner of a confirmed email address is told of registrations at most three times an hour", () =>
    given(registered(), confirmed(), ownerTold(start), ownerTold(start), ownerTold(start))
      .when(register({ now: start + hour - 1 }))
      .thenEvents());
  test.each([
    ["a deleted account", [registered(), deleted]],
    ["another address's account", [registered({ email: "other@example.com" })]],
    [
      "an account that has left the email address",
      [registered(), changeStarted("n@x.io"), emailChanged("n@x.io")],
    ],
  ])("a registration can't use the id of %s", (_name, events) => {
    given(events).when(register()).thenThrows(AccountIdTaken);
  });
});

describe("asking for a confirmation link", () => {
  test("a confirmation link is for the registration attempt that is named", () =>
    given(registered(), repeated("second"))
      .when(requestLink({ attempt: nonce("first") }))
      .thenEvents(linkRequested("link", "first")));
  test("a confirmation link is for the newest registration attempt where none is named", () =>
    given(registered(), repeated("second")).when(requestLink()).thenEvents(linkRequested("link", "second")));
  test("at most three confirmation links are mailed in an hour, unless an admin asks for them", () => {
    const mailed = given(registered(), linkRequested("b"), linkRequested("c"));
    mailed.when(requestLink()).thenEvents();
    mailed.when(requestLink({ limited: false })).thenEvents(linkRequested("link"));
  });
  test("a confirmed account gets no confirmation link", () =>
    given(registered(), confirmed()).when(requestLink()).thenRefused("already_activated"));
  test("a missing account gets no confirmation link", () => {
    given().when(requestLink()).thenRefused("consumer_not_found");
    given(registered(), deleted).when(requestLink()).thenRefused("consumer_not_found");
  });
});

describe("confirming the email address", () => {
  test("the link of a registration confirms the email address", () =>
    given(registered()).when(confirm("first")).thenEvents(confirmed()));
  test("a link that was only opened confirms nothing, and is refused as it would be after a press", () => {
    given(registered())
      .when(confirm("first", start, false))
      .thenEvents();
    given(registered())
      .when(confirm("other", start, false))
      .thenRefused("link_incorrect");
    given(registered(), confirmed())
      .when(confirm("first", start, false))
      .thenRefused("link_used");
    given(registered())
      .when(confirm("first", start + 24 * hour, false))
      .thenRefused("link_expired");
  });
  test("another link for the same registration attempt confirms the email address", () =>
    given(registered(), linkRequested("b")).when(confirm("b")).thenEvents(confirmed("first", "b")));
  test("a link confirms the password and the marketing choice of its own registration attempt only", () => {
    const attempts = [registered(), repeated("second")];
    expect(fold([...attempts, confirmed("first")])).toMatchObject({
      passwordHash: "hash-first",
      marketingEmail: false,
    });
    expect(fold([...attempts, confirmed("second")])).toMatchObject({
      passwordHash: "hash-second",
      marketingEmail: true,
    });
  });
  test("a marketing choice made after the registration attempt is kept when the email address is confirmed", () =>
    given(registered({ marketingEmail: true }), marketing(false))
      .when(confirm("first"))
      .thenEvents(confirmed(), marketing(false)));
  test("a marketing choice made before the registration attempt is replaced when the email address is confirmed", () =>
    given(registered(), marketing(false), repeated("second"))
      .when(confirm("second"))
      .thenEvents(confirmed("second")));
  test("a confirmation link is valid until the last millisecond of its 24 hours", () =>
    given(registered())
      .when(confirm("first", start + 24 * hour - 1))
      .thenEvents(confirmed()));
  test("a confirmation link has expired after 24 hours", () =>
    given(registered())
      .when(confirm("first", start + 24 * hour))
      .thenRefused("link_expired"));
  test("a confirmation link that is opened again is answered as used, also after it expired", () => {
    const account = given(registered(), confirmed());
    account.when(confirm("first")).thenRefused("link_used");
    account.when(confirm("first", start + 48 * hour)).thenRefused("link_used");
  });
  test("every other confirmation link of a confirmed account is answered as used", () =>
    given(registered(), repeated("second"), confirmed()).when(confirm("second")).thenRefused("link_used"));
  test("a confirmation link mailed to an earlier email address is invalid", () =>
    given(registered(), changeStarted("n@x.io"), emailChanged("n@x.io"))
      .when(confirm("first"))
      .thenRefused("link_expired"));
  test.each([
    ["an unknown link", [registered()], "unknown"],
    ["a link of a deleted account", [registered(), deleted], "first"],
    ["a link of a missing account", [], "first"],
  ])("a confirmation is refused as incorrect for %s", (_name, events, link) => {
    given(events).when(confirm(link)).thenRefused("link_incorrect");
  });
});
