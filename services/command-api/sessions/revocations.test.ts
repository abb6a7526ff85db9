import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { TestClock, testStore } from "../testing/test-command-api.ts";
import { createRevocations, followRevocations } from "./revocations.ts";

const minutes = 60_000;
const system = { correlationId: "test", actor: { kind: "system" } } as const;
const ended = (sessionId: string) => ({
  type: "SessionEnded",
  data: { sessionId, audience: "admin", subjectId: 7, reason: "sign-out" },
});
const at = (commit: bigint) => ({ position: { commit, prepare: commit } });
const roleChanged = { type: "AdminRoleChanged", data: { adminId: 7, email: null, role: "MEMBER" } };

test("a revocation is remembered as long as an access token is valid, and then forgotten", () => {
  const clock = new TestClock();
  const revocations = createRevocations(clock.now, clock.passed);
  expect(revocations.latest()).toBeUndefined();
  revocations.record({ ...ended("s"), ...at(9n) });
  revocations.record({ ...roleChanged, ...at(7n) });
  revocations.record({ type: "SessionStarted", data: {}, ...at(11n) });
  expect(revocations.latest()).toEqual({ commit: 9n, prepare: 9n });
  clock.advance(15 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
  expect(revocations.latestChange("admin", 7)).toMatchObject(at(7n));
  expect(revocations.latestChange("consumer", 7)).toBeUndefined();
  clock.advance(3 * minutes);
  expect(revocations.isEnded("s")).toBe(false);
  expect(revocations.latestChange("admin", 7)).toBeUndefined();
});

test("a revoked token is not accepted again after the clock was an hour ahead for a while", () => {
  const clock = new TestClock();
  const revocations = createRevocations(clock.now, clock.passed);
  revocations.record({ ...ended("s"), ...at(9n) });
  clock.setWrong(60 * minutes);
  revocations.record({ ...ended("other"), ...at(10n) });
  clock.setWrong(-60 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
});

test("a revoked token that a clock set back keeps valid for longer stays revoked", () => {
  const clock = new TestClock();
  const revocations = createRevocations(clock.now, clock.passed);
  revocations.record({ ...ended("s"), ...at(9n) });
  clock.setWrong(-60 * minutes);
  clock.advance(30 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
});

test("a start reads what was revoked lately, and then follows what others revoke", async () => {
  const clock = new TestClock();
  const store = testStore(clock);
  await store.append("session-old", "no_stream", [ended("old")], system);
  clock.advance(20 * minutes);
  await store.append("session-new", "no_stream", [ended("new")], system);
  const revocations = createRevocations(clock.now, clock.passed);
  const following = await followRevocations(store, revocations, clock.now);
  expect(revocations.isEnded("new")).toBe(true);
  expect(revocations.isEnded("old")).toBe(false);
  await following.caughtUp();
  const other = await store.append("session-other", "no_stream", [ended("other")], system);
  while (following.position() === "start" || !reached(following.position(), other.position.commit))
    await new Promise((resolve) => setImmediate(resolve));
  expect(revocations.isEnded("other")).toBe(true);
  await following.stop();
  await store.close();
});

const reached = (position: "start" | { commit: bigint }, commit: bigint) =>
  position !== "start" && position.commit >= commit;

test("after the log is restored from an older backup, the latest revocation is at a position the log has, and tokens stay revoked", async () => {
  const log = new RestorableLog();
  const store = new EventStoreClient(log, {
    definitions: Object.values(eventCatalogue),
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
  });
  const clock = () => new Date();
  const first = await store.append("session-kept", "no_stream", [ended("kept")], system);
  const revocations = createRevocations(clock);
  const following = await followRevocations(store, revocations, clock);
  await store.append("session-lost", "no_stream", [ended("lost")], system);
  while (!revocations.isEnded("lost")) await new Promise(setImmediate);
  await log.restore(first.position);
  while (revocations.latest()?.commit !== first.position.commit) await new Promise(setImmediate);
  expect([revocations.isEnded("kept"), revocations.isEnded("lost")]).toEqual([true, true]);
  await store.append("session-new", "no_stream", [ended("new")], system);
  while (!revocations.isEnded("new")) await new Promise(setImmediate);
  await following.stop();
  await store.close();
});
