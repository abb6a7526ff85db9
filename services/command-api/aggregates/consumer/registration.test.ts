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
} from "../../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";
import { AccountIdTaken, consumerDecider } from "./decider.ts";

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
const confirm = (link: string, now = start): ConsumerCommand => ({
  type: "ConfirmEmail",
  nonce: nonce(link),
  now,
});

describe("register", () => {
  test("a new account holds its attempt and a link for 24 hours", () =>
    given()
      .when(register({ passwordHash: "hash-first", nonce: nonce("first"), marketingEmail: false }))
      .thenEvents(registered()));
  test("an unconfirmed address gets a new attempt", () =>
    given(registered()).when(register()).thenEvents(repeated("again")));
  test("the fourth mail within an hour is not sent", () =>
    given(registered(), repeated("b"), linkRequested("c"))
      .when(register({ now: start + hour - 1 }))
      .thenEvents());
  test("an hour later it is", () =>
    given(registered(), repeated("b"), linkRequested("c"))
      .when(register({ now: start + hour }))
      .thenEvents(repeated("again", start + hour)));
  test("the owner of a confirmed address is told, and nothing else changes", () =>
    given(registered(), confirmed()).when(register()).thenEvents(ownerTold(start)));
  test("three times an hour at most", () =>
    given(registered(), confirmed(), ownerTold(start), ownerTold(start), ownerTold(start))
      .when(register({ now: start + hour - 1 }))
      .thenEvents());
  test.each([
    ["a deleted account", [registered(), deleted]],
    ["another address's account", [registered({ email: "other@example.com" })]],
    ["an account that has left the address", [registered(), changeStarted("n@x.io"), emailChanged("n@x.io")]],
  ])("%s is no account for the address", (_name, events) => {
    expect(() => consumerDecider.decide(register(), fold(events))).toThrow(AccountIdTaken);
  });
});

describe("request an activation link", () => {
  test("for the attempt that is named", () =>
    given(registered(), repeated("second"))
      .when(requestLink({ attempt: nonce("first") }))
      .thenEvents(linkRequested("link", "first")));
  test("for the newest attempt otherwise", () =>
    given(registered(), repeated("second")).when(requestLink()).thenEvents(linkRequested("link", "second")));
  test("three mails an hour, but for an admin", () => {
    const mailed = given(registered(), linkRequested("b"), linkRequested("c"));
    mailed.when(requestLink()).thenEvents();
    mailed.when(requestLink({ limited: false })).thenEvents(linkRequested("link"));
  });
  test("a confirmed account needs none", () =>
    given(registered(), confirmed()).when(requestLink()).thenRefused("already_activated"));
  test("no account, no link", () => {
    given().when(requestLink()).thenRefused("consumer_not_found");
    given(registered(), deleted).when(requestLink()).thenRefused("consumer_not_found");
  });
});

describe("confirm the email", () => {
  test("the first link", () => given(registered()).when(confirm("first")).thenEvents(confirmed()));
  test("another link for the same attempt", () =>
    given(registered(), linkRequested("b")).when(confirm("b")).thenEvents(confirmed("first", "b")));
  test("a link confirms the password and the choice of its own attempt only", () => {
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
  test("a choice made for the account since the attempt stands", () =>
    given(registered({ marketingEmail: true }), marketing(false))
      .when(confirm("first"))
      .thenEvents(confirmed(), marketing(false)));
  test("a choice made before the attempt does not", () =>
    given(registered(), marketing(false), repeated("second"))
      .when(confirm("second"))
      .thenEvents(confirmed("second")));
  test("good to the last moment of its 24 hours", () =>
    given(registered())
      .when(confirm("first", start + 24 * hour - 1))
      .thenEvents(confirmed()));
  test("expired after that", () =>
    given(registered())
      .when(confirm("first", start + 24 * hour))
      .thenRefused("link_expired"));
  test("followed twice, also after it expired", () => {
    const account = given(registered(), confirmed());
    account.when(confirm("first")).thenRefused("link_used");
    account.when(confirm("first", start + 48 * hour)).thenRefused("link_used");
  });
  test("any other link of a confirmed account is used up", () =>
    given(registered(), repeated("second"), confirmed()).when(confirm("second")).thenRefused("link_used"));
  test("what was mailed to a former address is void", () =>
    given(registered(), changeStarted("n@x.io"), emailChanged("n@x.io"))
      .when(confirm("first"))
      .thenRefused("link_expired"));
  test.each([
    ["an unknown link", [registered()], "unknown"],
    ["a link of a deleted account", [registered(), deleted], "first"],
    ["a link of no account", [], "first"],
  ])("%s is incorrect", (_name, events, link) => {
    given(...events)
      .when(confirm(link))
      .thenRefused("link_incorrect");
  });
});
