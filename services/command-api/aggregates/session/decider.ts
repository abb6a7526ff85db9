import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SessionEvent } from "@ornament/contracts/events/session";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";

/** For this long the token before the newest one gets the newest one again: two tabs may refresh with the same cookie. */
const previousTokenMilliseconds = 30_000;

interface SessionOwner {
  sessionId: string;
  audience: Audience;
  subjectId: number;
}

/** `epoch`: how often the credentials had changed when the session was opened. `generation`: the number of its newest refresh token. */
export interface OpenSession extends SessionOwner {
  status: "open";
  epoch: number;
  generation: number;
  refreshedAt: number | undefined;
}

export type SessionState =
  | { status: "none" }
  | OpenSession
  | (Omit<OpenSession, "status"> & { status: "ended" });

/** Whether the account's credentials still allow the session, or why it has to end. */
export type SessionValidity = "valid" | "credentials" | "deleted";

export type SessionCommand =
  | ({ type: "StartSession"; epoch: number } & SessionOwner)
  | { type: "RefreshSession"; generation: number; validity: SessionValidity; at: number }
  | { type: "EndSession" };

export const sessionDecider: Decider<SessionState, SessionCommand, SessionEvent> = {
  initialState: () => ({ status: "none" }),
  decide(command, state) {
    switch (command.type) {
      case "StartSession":
        return start(command, state);
      case "RefreshSession":
        return refresh(command, state);
      case "EndSession":
        return state.status === "open" ? [ended(state, "sign-out")] : [];
      default:
        return unreachable(command);
    }
  },
  evolve,
  compaction: {
    version: 1,
    keep: (events) =>
      newestOfEach(events, ({ type }) => (type === "SessionRefreshed" ? "refreshed" : undefined)),
  },
};

/** The answer to a token that is not valid: the caller has to sign in again. */
export function signInAgain(audience: Audience, ...marks: string[]): Refusal {
  const code = audience === "admin" ? "admin_error" : "user_error";
  return new Refusal(code, { errors: [code, ...marks] });
}

function start(command: SessionCommand & { type: "StartSession" }, state: SessionState): SessionEvent[] {
  if (state.status !== "none") throw new Refusal("conflict");
  const { type: _type, ...data } = command;
  return [{ type: "SessionStarted", data }];
}

/**
 * The newest token is replaced by the next one. The token before it changes nothing for a short time. An older one was stolen or kept, so
 * it ends the session. So does one that this stream has not given out yet: the log was restored from a backup that is older than the
 * token, and by now older tokens may be in other hands.
 */
function refresh(
  { generation, validity, at }: SessionCommand & { type: "RefreshSession" },
  state: SessionState,
): SessionEvent[] {
  if (state.status !== "open") return [];
  if (validity !== "valid") return [ended(state, validity)];
  if (generation > state.generation) return [ended(state, "credentials")];
  if (generation === state.generation)
    return [{ type: "SessionRefreshed", data: { ...ownerOf(state), generation: generation + 1, at } }];
  const isPrevious = generation === state.generation - 1;
  if (isPrevious && at - (state.refreshedAt ?? 0) <= previousTokenMilliseconds) return [];
  return [{ type: "SessionReuseDetected", data: { ...ownerOf(state), generation } }, ended(state, "reuse")];
}

const ownerOf = ({ sessionId, audience, subjectId }: SessionOwner): SessionOwner => ({
  sessionId,
  audience,
  subjectId,
});

type EndReason = Extract<SessionEvent, { type: "SessionEnded" }>["data"]["reason"];
const ended = (state: OpenSession, reason: EndReason): SessionEvent => ({
  type: "SessionEnded",
  data: { ...ownerOf(state), reason },
});

function evolve(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "SessionStarted":
      return { ...event.data, status: "open", generation: 0, refreshedAt: undefined };
    case "SessionRefreshed":
      if (state.status === "none") return state;
      return { ...state, generation: event.data.generation, refreshedAt: event.data.at };
    case "SessionReuseDetected":
      return state;
    case "SessionEnded":
      return state.status === "none" ? state : { ...state, status: "ended" };
    default:
      return unreachable(event);
  }
}
