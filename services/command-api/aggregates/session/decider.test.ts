import { describe, expect, test } from "@jest/globals";
import type { SessionEvent } from "@ornament/contracts/events/session";
import { type SessionCommand, sessionDecider } from "./decider.ts";

const whose = { sessionId: "s", audience: "admin", subjectId: 7 } as const;
const at = 1_800_000_000_000;
const started: SessionEvent = { type: "SessionStarted", data: { ...whose, epoch: 1 } };
const refreshed = (generation: number, when = at): SessionEvent => ({
  type: "SessionRefreshed",
  data: { ...whose, generation, at: when },
});
const ended = (reason: "sign-out" | "reuse" | "credentials" | "deleted"): SessionEvent => ({
  type: "SessionEnded",
  data: { ...whose, reason },
});
const refresh = (generation: number, when = at): SessionCommand => ({
  type: "RefreshSession",
  generation,
  standing: "good",
  at: when,
});
const reused = (generation: number): SessionEvent[] => [
  { type: "SessionReuseDetected", data: { ...whose, generation } },
  ended("reuse"),
];

const decide = (events: SessionEvent[], command: SessionCommand) =>
  sessionDecider.decide(command, events.reduce(sessionDecider.evolve, sessionDecider.initialState()));

describe("refresh", () => {
  test("the newest token brings the next", () => {
    expect(decide([started], refresh(0))).toEqual([refreshed(1)]);
    expect(decide([started, refreshed(1)], refresh(1))).toEqual([refreshed(2)]);
  });

  test("its parent brings nothing new for 30 s, then ends the session", () => {
    expect(decide([started, refreshed(1)], refresh(0, at + 30_000))).toEqual([]);
    expect(decide([started, refreshed(1)], refresh(0, at + 30_001))).toEqual(reused(0));
  });

  test("anything older, or never issued, ends the session at once", () => {
    expect(decide([started, refreshed(1), refreshed(2)], refresh(0))).toEqual(reused(0));
    expect(decide([started], refresh(3))).toEqual(reused(3));
  });

  test("changed credentials and a deleted account end it, the reason recorded", () => {
    expect(decide([started], { ...refresh(0), standing: "credentials" } as SessionCommand)).toEqual([
      ended("credentials"),
    ]);
    expect(decide([started], { ...refresh(0), standing: "deleted" } as SessionCommand)).toEqual([
      ended("deleted"),
    ]);
  });

  test("of a session that is over or never was changes nothing", () => {
    expect(decide([started, ended("sign-out")], refresh(0))).toEqual([]);
    expect(decide([], refresh(0))).toEqual([]);
  });
});

test("a session is started once and ended once", () => {
  expect(decide([], { type: "StartSession", ...whose, epoch: 1 })).toEqual([started]);
  expect(() => decide([started], { type: "StartSession", ...whose, epoch: 1 })).toThrow();
  expect(decide([started], { type: "EndSession" })).toEqual([ended("sign-out")]);
  expect(decide([started, ended("reuse")], { type: "EndSession" })).toEqual([]);
});
