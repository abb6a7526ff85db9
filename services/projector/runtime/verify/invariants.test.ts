import { expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { facts } from "../../testing/facts.ts";
import { history } from "../../testing/history.ts";
import { recorded } from "../../testing/projected.ts";
import { checkLog } from "./invariants.ts";

const check = (events: readonly StoredEvent[]) => {
  const store = {
    async *readAll() {
      yield* events;
    },
  };
  return checkLog(store, { commit: 1_000_000n, prepare: 1_000_000n }, new AbortController().signal);
};
const of = (...events: DomainEvent[]) => check(events.map(recorded));

test("a log of the product keeps its rules", async () => {
  const events = history.map((given, n) => recorded(given, n));
  expect(await check(events)).toEqual({
    holds: true,
    messages: [`log: ${events.length} events keep the rules of the product`],
  });
});

const again = facts.registered({ consumerId: 8, email: "Parent@example.com" });

test.each<[string, DomainEvent[]]>([
  [
    "PIN AB12-CD3 has 6 devices, bound under a limit of 5 (DeviceBound at 700)",
    [facts.pinRegistered(), ...[1, 2, 3, 4, 5, 6].map((id) => facts.bound(id))],
  ],
  [
    "PIN AB12-CD3 has two owners, consumers 7 and 8 (PinRegistered at 200)",
    [facts.pinRegistered(), { type: "PinRegistered", data: { code: "AB12CD3", consumerId: 8 } }],
  ],
  ["consumers 7 and 8 have the same email address (ConsumerRegistered at 200)", [facts.registered(), again]],
  [
    "consumers 7 and 8 have the same email address (ConsumerEmailChanged at 300)",
    [
      facts.registered(),
      facts.registered({ consumerId: 8, email: "b@example.com" }),
      facts.emailChanged("parent@example.com", 8),
    ],
  ],
  [
    "admins 3 and 4 have the same email address (AdminAccountCreated at 200)",
    [facts.adminCreated(), facts.adminCreated({ adminId: 4 })],
  ],
])("the check of the log finds: %s", async (text, events) => {
  expect(await of(...events)).toEqual({ holds: false, messages: [`log: ${text}`] });
});

test("devices that were forgotten, released PINs and free addresses may be used again", async () => {
  const found = await of(
    facts.registered(),
    facts.pinRegistered(),
    ...[1, 2, 3, 4, 5].map((id) => facts.bound(id)),
    facts.deviceRemoved(1),
    facts.bound(6),
    facts.released(),
    facts.pinRegistered(),
    facts.bound(7),
    facts.emailChanged("new@example.com"),
    again,
    facts.consumerDeleted(),
    facts.registered({ consumerId: 9, email: "new@example.com" }),
  );
  expect(found?.messages).toEqual(["log: 16 events keep the rules of the product"]);
});

test("a damaged event is named", async () => {
  const damaged = { ...recorded(facts.registered(), 0), damaged: "the seal of email is broken" };
  expect(await check([damaged])).toEqual({
    holds: false,
    messages: ["log: ConsumerRegistered at 100: the seal of email is broken"],
  });
});
