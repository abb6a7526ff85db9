import { expect, test } from "@jest/globals";
import { access } from "./access.ts";
import { fact, facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

const passwordSet = fact("AdminPasswordSet", { adminId: 3, passwordHash: "x", keptSessionId: null });

test("the credential epoch of an admin is the id of the latest password or role event", async () => {
  const { main } = await projected(access, [
    passwordSet,
    facts.adminCreated(),
    passwordSet,
    { type: "AdminRoleChanged", data: { adminId: 3, email: "it@example.com", role: "MEMBER" } },
    { type: "AdminPasswordReset", data: { adminId: 3, passwordHash: "z" } },
  ]);
  expect(main?.["admin-3"]).toEqual({
    role: "MEMBER",
    removed: false,
    epoch: "event-4",
    epochs: 4,
    endedSessions: [],
  });
});

test.each([
  [
    "a deactivation",
    { type: "AdminDeactivated", data: { adminId: 3, email: "it@example.com", reason: "Left" } },
  ],
  ["the end of all sessions", { type: "AdminSignedOutEverywhere", data: { adminId: 3, reason: "Lost" } }],
] as const)(
  "%s of an admin begins a credential epoch, so that no token is valid any more",
  async (_what, event) => {
    const { main } = await projected(access, [facts.adminCreated(), event]);
    expect(main?.["admin-3"]).toMatchObject({ epoch: "event-1", epochs: 1 });
  },
);

test("the credential epoch of a new consumer is null", async () => {
  const { main } = await projected(access, [
    facts.registered(),
    { type: "ConsumerPasswordReset", data: { consumerId: 7, passwordHash: "y" } },
    facts.registered({ consumerId: 8 }),
  ]);
  expect(main).toEqual({
    "consumer-7": { role: "consumer", removed: false, epoch: "event-1", epochs: 1, endedSessions: [] },
    "consumer-8": { role: "consumer", removed: false, epoch: null, epochs: 0, endedSessions: [] },
  });
});

test("an ended session is remembered for 20 minutes", async () => {
  const { main } = await projected(access, [
    { event: facts.sessionEnded("old"), at: instantOf(0) },
    { event: facts.sessionEnded("fresh"), at: instantOf(15) },
    { event: facts.sessionEnded("last"), at: instantOf(21) },
  ]);
  expect(main?.["admin-3"]?.endedSessions).toEqual([
    { id: "fresh", at: instantOf(15) },
    { id: "last", at: instantOf(21) },
  ]);
});
