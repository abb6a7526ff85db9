import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import type { Subscription } from "@ornament/platform/eventstore/event-store";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { silentLogger } from "@ornament/platform/logging/logger";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { TestClock } from "../testing/test-command-api.ts";
import { createRevocations, followRevocations, type Revocations } from "./revocations.ts";

const minutes = 60_000;
const system = { correlationId: "test", actor: { kind: "system" } } as const;
const ended = (sessionId: string) => ({
  type: "SessionEnded",
  data: { sessionId, audience: "admin", subjectId: 7, reason: "sign-out" },
});
const at = (commit: bigint) => ({ position: { commit, prepare: commit } });
const roleChanged = { type: "AdminRoleChanged", data: { adminId: 7, email: null, role: "MEMBER" } };

let clock: TestClock;
let revocations: Revocations;
beforeEach(() => {
  clock = new TestClock();
  revocations = createRevocations(clock.now, clock.passed);
  revocations.startOver(at(5n).position, clock.now());
});

const token = (issuedAt = clock.now()): VerifiedAccess => ({
  sessionId: "s",
  subjectId: 7,
  role: "ADMIN",
  credentialEpoch: null,
  position: undefined,
  issuedAt,
  expiresAt: new Date(issuedAt.getTime() + 15 * minutes),
});
const unproven = (access: VerifiedAccess, revokedAt?: bigint) =>
  revocations.unproven("admin", access, revokedAt);
/** A token that was issued after the event store had been followed for a while. */
const newToken = () => {
  clock.advance(3 * minutes);
  return token();
};

test("an ended session is remembered as long as an access token is valid, and then forgotten", () => {
  revocations.record({ ...ended("s"), ...at(9n) });
  revocations.record({ ...roleChanged, ...at(7n) });
  revocations.record({ type: "SessionStarted", data: {}, ...at(11n) });
  revocations.record({ type: "ConsumerPasswordReset", data: { consumerId: 3 }, ...at(12n) });
  expect(revocations.latest()).toMatchObject({ ofAnyone: 12n, ofAdmins: 9n });
  clock.advance(15 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
  clock.advance(3 * minutes);
  expect(revocations.isEnded("s")).toBe(false);
});

test("a revoked token is not accepted again after the clock was an hour ahead for a while", () => {
  revocations.record({ ...ended("s"), ...at(9n) });
  clock.setWrong(60 * minutes);
  revocations.record({ ...ended("other"), ...at(10n) });
  clock.setWrong(-60 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
});

test("a revoked token that a clock set back keeps valid for longer stays revoked", () => {
  revocations.record({ ...ended("s"), ...at(9n) });
  clock.setWrong(-60 * minutes);
  clock.advance(30 * minutes);
  expect(revocations.isEnded("s")).toBe(true);
});

describe("the look-up of a token in the event store", () => {
  test("a token is looked up once if it was issued before the event store was followed or soon after that", () => {
    const old = token();
    unproven(old)?.foundValid(undefined);
    expect(unproven(old)).toBeUndefined();
    expect(unproven(token())).toBeDefined();
    expect(unproven(newToken())).toBeUndefined();
  });

  test("a token is looked up once after each change of its account's credentials", () => {
    const access = newToken();
    for (const commit of [10n, 12n]) {
      revocations.record({ ...roleChanged, ...at(commit) });
      unproven(access)?.foundValid(at(commit).position);
      expect(unproven(access)).toBeUndefined();
    }
    expect(revocations.unproven("consumer", access, undefined)).toBeUndefined();
  });

  test("a token is looked up again if it was read from a node that does not have the change yet", () => {
    const access = newToken();
    revocations.record({ ...roleChanged, ...at(10n) });
    unproven(access)?.foundValid(at(9n).position);
    expect(unproven(access)).toBeDefined();
  });

  test("a token is looked up again if the change came while it was being looked up", () => {
    const access = token();
    const before = unproven(access);
    revocations.record({ ...roleChanged, ...at(10n) });
    before?.foundValid(at(9n).position);
    expect(unproven(access)).toBeDefined();
  });

  test("a token is looked up with each request while a revocation that the gateway reported was not delivered", () => {
    const access = newToken();
    for (const _ of [1, 2]) {
      const found = unproven(access, 8n);
      expect(found).toBeDefined();
      found?.foundValid(undefined);
    }
    revocations.delivered(at(8n).position);
    expect(unproven(access, 8n)).toBeUndefined();
  });

  test("a token is looked up again after the event store may have been replaced, also if it was being looked up then", () => {
    const known = token();
    unproven(known)?.foundValid(undefined);
    const before = unproven(token());
    const issuedLater = newToken();
    revocations.distrust();
    before?.foundValid(undefined);
    for (const access of [known, issuedLater]) expect(unproven(access)).toBeDefined();
  });
});

describe("on an event store that is restored from an older backup", () => {
  let log: RestorableLog;
  let store: EventStoreClient;
  let following: Subscription;
  beforeEach(async () => {
    log = new RestorableLog();
    store = new EventStoreClient(log, {
      definitions: Object.values(eventCatalogue),
      masterKey: serverKey(randomBytes(32)),
      logger: silentLogger(),
    });
  });
  afterEach(async () => {
    await following.stop();
    await store.close();
  });
  const append = (sessionId: string) =>
    store.append(`session-${sessionId}`, "no_stream", [ended(sessionId)], system);
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(setImmediate);
  };

  test("the latest revocation is at a position of the event store, tokens stay revoked, and all others are looked up", async () => {
    const first = await append("kept");
    following = await followRevocations(store, revocations, clock.now);
    expect(revocations.latest().ofAnyone).toBe(first.position.commit);
    await append("lost");
    await until(() => revocations.isEnded("lost"));
    const access = newToken();
    expect(unproven(access)).toBeUndefined();
    await log.restore(first.position);
    await until(() => revocations.latest().ofAnyone === first.position.commit);
    expect(revocations.isEnded("lost")).toBe(true);
    expect(unproven(access)).toBeDefined();
    await append("new");
    await until(() => revocations.isEnded("new"));
  });
});
