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
    given().decides(
      register({ passwordHash: "hash-first", nonce: nonce("first"), marketingEmail: false }),
      registered(),
    ));
  test("a registration of an unconfirmed email address is a new attempt", () =>
    given(registered()).decides(register(), repeated("again")));
  test("a registration that would send the fourth mail within an hour does nothing", () =>
    given(registered(), repeated("b"), linkRequested("c")).decides(register({ now: start + hour - 1 })));
  test("a registration sends a mail again an hour after three mails", () =>
    given(registered(), repeated("b"), linkRequested("c")).decides(
      register({ now: start + hour }),
      repeated("again", start + hour),
    ));
  test("a registration of a confirmed email address only tells its owner", () =>
    given(registered(), confirmed()).decides(register(), ownerTold(start)));
  test("the owner of a confirmed email address is told of registrations at most three times an hour", () =>
    given(registered(), confirmed(), ownerTold(start), ownerTold(start), ownerTold(start)).decides(
      register({ now: start + hour - 1 }),
    ));
  test.each([
    ["a deleted account", [registered(), deleted]],
    ["another address's account", [registered({ email: "other@example.com" })]],
    [
      "an account that has left the email address",
      [registered(), changeStarted("n@x.io"), emailChanged("n@x.io")],
    ],
  ])("a registration can't use the id of %s", (_name, events) => {
    given(events).throws(register(), AccountIdTaken);
  });
});

describe("asking for a confirmation link", () => {
  test("a confirmation link is for the registration attempt that is named", () =>
    given(registered(), repeated("second")).decides(
      requestLink({ attempt: nonce("first") }),
      linkRequested("link", "first"),
    ));
  test("a confirmation link is for the newest registration attempt where none is named", () =>
    given(registered(), repeated("second")).decides(requestLink(), linkRequested("link", "second")));
  test("at most three confirmation links are mailed in an hour, unless an admin asks for them", () => {
    const mailed = given(registered(), linkRequested("b"), linkRequested("c"));
    mailed.decides(requestLink());
    mailed.decides(requestLink({ limited: false }), linkRequested("link"));
  });
  test("a confirmed account gets no confirmation link", () =>
    given(registered(), confirmed()).refuses(requestLink(), "already_activated"));
  test("a missing account gets no confirmation link", () => {
    given().refuses(requestLink(), "consumer_not_found");
    given(registered(), deleted).refuses(requestLink(), "consumer_not_found");
  });
});

describe("confirming the email address", () => {
  test("the link of a registration confirms the email address", () =>
    given(registered()).decides(confirm("first"), confirmed()));
  test("a link that was only opened confirms nothing, and is refused as it would be after a press", () => {
    given(registered()).decides(confirm("first", start, false));
    given(registered()).refuses(confirm("other", start, false), "link_incorrect");
    given(registered(), confirmed()).refuses(confirm("first", start, false), "link_used");
    given(registered()).refuses(confirm("first", start + 24 * hour, false), "link_expired");
  });
  test("another link for the same registration attempt confirms the email address", () =>
    given(registered(), linkRequested("b")).decides(confirm("b"), confirmed("first", "b")));
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
    given(registered({ marketingEmail: true }), marketing(false)).decides(
      confirm("first"),
      confirmed(),
      marketing(false),
    ));
  test("a marketing choice made before the registration attempt is replaced when the email address is confirmed", () =>
    given(registered(), marketing(false), repeated("second")).decides(
      confirm("second"),
      confirmed("second"),
    ));
  test("a confirmation link is valid until the last millisecond of its 24 hours", () =>
    given(registered()).decides(confirm("first", start + 24 * hour - 1), confirmed()));
  test("a confirmation link has expired after 24 hours", () =>
    given(registered()).refuses(confirm("first", start + 24 * hour), "link_expired"));
  test("a confirmation link that is opened again is answered as used, also after it expired", () => {
    const account = given(registered(), confirmed());
    account.refuses(confirm("first"), "link_used");
    account.refuses(confirm("first", start + 48 * hour), "link_used");
  });
  test("every other confirmation link of a confirmed account is answered as used", () =>
    given(registered(), repeated("second"), confirmed()).refuses(confirm("second"), "link_used"));
  test("a confirmation link mailed to an earlier email address is invalid", () =>
    given(registered(), changeStarted("n@x.io"), emailChanged("n@x.io")).refuses(
      confirm("first"),
      "link_expired",
    ));
  test.each([
    ["an unknown link", [registered()], "unknown"],
    ["a link of a deleted account", [registered(), deleted], "first"],
    ["a link of a missing account", [], "first"],
  ])("a confirmation is refused as incorrect for %s", (_name, events, link) => {
    given(events).refuses(confirm(link), "link_incorrect");
  });
});
