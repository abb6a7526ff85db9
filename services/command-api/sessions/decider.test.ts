import { describe, expect, test } from "@jest/globals";
import { upcast } from "@ornament/contracts/events/definition";
import { type SessionEvent, sessionEvents } from "@ornament/contracts/sessions/events";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { type SessionClient, type SessionCommand, type SessionValidity, sessionDecider } from "./decider.ts";

const { given } = specify(sessionDecider);

const session = { sessionId: "s", audience: "admin", subjectId: 7 } as const;
const at = 1_800_000_000_000;
const client = { userAgent: "Firefox", address: "192.0.2.7" };
const unchanged = { userAgent: null, address: null };
const device = "Firefox";
const started: SessionEvent = { type: "SessionStarted", data: { ...session, epoch: 1, ...client, device } };
const refreshed = (generation: number, when = at, seen: SessionClient = unchanged): SessionEvent => ({
  type: "SessionRefreshed",
  data: { ...session, generation, at: when, ...seen, ...(seen === unchanged ? {} : { device }) },
});
const ended = (reason: "sign-out" | "reuse" | "credentials" | "deleted"): SessionEvent => ({
  type: "SessionEnded",
  data: { ...session, reason },
});
const refresh = (generation: number, when = at, validity: SessionValidity = "valid"): SessionCommand => ({
  type: "RefreshSession",
  generation,
  validity,
  at: when,
  ...client,
});
const reused = (generation: number): SessionEvent[] => [
  { type: "SessionReuseDetected", data: { ...session, generation } },
  ended("reuse"),
];

describe("the refresh of a session", () => {
  test("the newest refresh token of a session is replaced by the next one", () => {
    given(started).decides(refresh(0), refreshed(1));
    given(started, refreshed(1)).decides(refresh(1), refreshed(2));
  });

  test("the refresh token before the newest is accepted for 10 minutes where the newest was issued, and later ends the session", () => {
    const once = given(started, refreshed(1));
    once.decides(refresh(0, at + 34_000));
    once.decides(refresh(0, at + 600_000));
    once.decides(refresh(0, at + 600_001), reused(0));
  });

  test.each([
    ["another browser", { userAgent: "curl" }],
    ["another network address", { address: "198.51.100.4" }],
  ])(
    "from %s, the refresh token before the newest is accepted for 30 s, and later ends the session",
    (_, other) => {
      const again = (when: number) => ({ ...refresh(0, when), ...other }) as SessionCommand;
      const once = given(started, refreshed(1));
      once.decides(again(at + 30_000));
      once.decides(again(at + 30_001), reused(0));
    },
  );

  test("after a refresh with a stolen token elsewhere, the owner's refresh with the same token ends the session", () => {
    const thief = { userAgent: "Firefox", address: "198.51.100.4" };
    given(started, refreshed(1, at, thief)).decides(refresh(0, at + 30_001), reused(0));
  });

  test("a session whose browser isn't recorded accepts the refresh token before the newest for 30 s", () => {
    const older: SessionEvent = { type: "SessionStarted", data: { ...session, epoch: 1, ...unchanged } };
    given(older, refreshed(1)).decides(refresh(0, at + 30_001), reused(0));
  });

  test("a refresh token that is older than the previous one ends the session as reused", () => {
    given(started, refreshed(1), refreshed(2)).decides(refresh(0), reused(0));
  });

  test("a refresh token that the session has not issued, as after a restore, ends the session", () => {
    given(started).decides(refresh(3), ended("credentials"));
  });

  test("a refresh after the credentials changed or the account was deleted ends the session for that reason", () => {
    given(started).decides(refresh(0, at, "credentials"), ended("credentials"));
    given(started).decides(refresh(0, at, "deleted"), ended("deleted"));
  });

  test("a refresh of a session that has ended or never started does nothing", () => {
    given(started, ended("sign-out")).decides(refresh(0));
    given().decides(refresh(0));
  });
});

describe("the browser and the address of a session", () => {
  const moved = { userAgent: "Firefox", address: "198.51.100.4" };
  const from = (seen: SessionClient, generation: number): SessionCommand => ({
    type: "RefreshSession",
    generation,
    validity: "valid",
    at,
    ...seen,
  });

  test("a refresh from another address records the browser and the address, and the next one from there does not", () => {
    given(started).decides(from(moved, 0), refreshed(1, at, moved));
    given(started, refreshed(1, at, moved)).decides(from(moved, 1), refreshed(2));
    given(started, refreshed(1, at, moved), refreshed(2)).decides(from(client, 2), refreshed(3, at, client));
  });

  test("the first refresh of a session that was started without a recorded browser records it", () => {
    const older: SessionEvent = { type: "SessionStarted", data: { ...session, epoch: 1, ...unchanged } };
    given(older).decides(refresh(0), refreshed(1, at, client));
  });

  test("the events of a session that its next decision needs include its newest browser", () => {
    const events = [
      started,
      refreshed(1, at, moved),
      refreshed(2),
      refreshed(3),
    ] as StoredEvent<SessionEvent>[];
    const kept = sessionDecider.compaction?.keep(events) ?? [];
    expect(kept.map((event) => events.indexOf(event))).toEqual([0, 1, 3]);
    const fold = (history: readonly SessionEvent[]) =>
      history.reduce(sessionDecider.evolve, sessionDecider.initialState());
    expect(fold(kept)).toEqual(fold(events));
  });

  test("events of sessions from before browsers were recorded are read with no browser and no address", () => {
    const { SessionStarted, SessionRefreshed } = sessionEvents;
    const oldStart = { ...session, epoch: 1 };
    const oldRefresh = { ...session, generation: 1, at };
    expect(SessionStarted.schema.parse(upcast(SessionStarted, oldStart, 1))).toEqual({
      ...oldStart,
      ...unchanged,
    });
    expect(SessionRefreshed.schema.parse(upcast(SessionRefreshed, oldRefresh, 1))).toEqual({
      ...oldRefresh,
      ...unchanged,
    });
  });
});

test("a session is started once and ended once", () => {
  const start: SessionCommand = { type: "StartSession", ...session, epoch: 1, ...client };
  given().decides(start, started);
  given(started).refuses(start, "conflict");
  given(started).decides({ type: "EndSession" }, ended("sign-out"));
  given(started, ended("reuse")).decides({ type: "EndSession" });
});
