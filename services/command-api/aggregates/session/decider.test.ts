import { describe, test } from "@jest/globals";
import type { SessionEvent } from "@ornament/contracts/events/session";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { type SessionCommand, type SessionValidity, sessionDecider } from "./decider.ts";

const { given } = specify(sessionDecider);

const session = { sessionId: "s", audience: "admin", subjectId: 7 } as const;
const at = 1_800_000_000_000;
const started: SessionEvent = { type: "SessionStarted", data: { ...session, epoch: 1 } };
const refreshed = (generation: number, when = at): SessionEvent => ({
  type: "SessionRefreshed",
  data: { ...session, generation, at: when },
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
});
const reused = (generation: number): SessionEvent[] => [
  { type: "SessionReuseDetected", data: { ...session, generation } },
  ended("reuse"),
];

describe("the refresh of a session", () => {
  test("the newest refresh token of a session is replaced by the next one", () => {
    given(started).when(refresh(0)).thenEvents(refreshed(1));
    given(started, refreshed(1)).when(refresh(1)).thenEvents(refreshed(2));
  });

  test("the refresh token before the newest is accepted for 30 s, and later ends the session", () => {
    const once = given(started, refreshed(1));
    once.when(refresh(0, at + 30_000)).thenEvents();
    once.when(refresh(0, at + 30_001)).thenEvents(...reused(0));
  });

  test("a refresh token that is older than the previous one ends the session as reused", () => {
    given(started, refreshed(1), refreshed(2))
      .when(refresh(0))
      .thenEvents(...reused(0));
  });

  test("a refresh token that the session has not issued, as after a restore, ends the session", () => {
    given(started).when(refresh(3)).thenEvents(ended("credentials"));
  });

  test("a refresh after the credentials changed or the account was deleted ends the session for that reason", () => {
    given(started)
      .when(refresh(0, at, "credentials"))
      .thenEvents(ended("credentials"));
    given(started)
      .when(refresh(0, at, "deleted"))
      .thenEvents(ended("deleted"));
  });

  test("a refresh of a session that has ended or never started does nothing", () => {
    given(started, ended("sign-out")).when(refresh(0)).thenEvents();
    given().when(refresh(0)).thenEvents();
  });
});

test("a session is started once and ended once", () => {
  const start: SessionCommand = { type: "StartSession", ...session, epoch: 1 };
  given().when(start).thenEvents(started);
  given(started).when(start).thenRefused("conflict");
  given(started).when({ type: "EndSession" }).thenEvents(ended("sign-out"));
  given(started, ended("reuse")).when({ type: "EndSession" }).thenEvents();
});
