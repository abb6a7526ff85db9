import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SessionEvent } from "@ornament/contracts/events/session";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";

/** For this long the parent of the newest refresh token gets that same token again: two tabs, one cookie (design §9). */
export const parentGraceMilliseconds = 30_000;

interface Whose {
  sessionId: string;
  audience: Audience;
  subjectId: number;
}

/** `epoch` is the credential epoch the session was opened under, `generation` that of its newest refresh token. */
export interface OpenSession extends Whose {
  status: "open";
  epoch: number;
  generation: number;
  refreshedAt: number | undefined;
}

export type SessionState =
  | { status: "none" }
  | OpenSession
  | (Omit<OpenSession, "status"> & { status: "ended" });

/** What the account's credentials say about the session: it goes on, or why it ends. */
export type Standing = "good" | "credentials" | "deleted";

export type SessionCommand =
  | ({ type: "StartSession"; epoch: number } & Whose)
  | { type: "RefreshSession"; generation: number; standing: Standing; at: number }
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

/** The answer to a refresh token that is worth nothing: sign in again. */
export function signInAgain(audience: Audience): Refusal {
  const code = audience === "admin" ? "admin_error" : "user_error";
  return new Refusal(code, { errors: [code] });
}

function start(command: SessionCommand & { type: "StartSession" }, state: SessionState): SessionEvent[] {
  if (state.status !== "none") throw new Refusal("conflict");
  const { type: _type, ...data } = command;
  return [{ type: "SessionStarted", data }];
}

/**
 * The newest token brings the next generation, its parent within the grace brings nothing new, anything older was stolen
 * or kept and ends the session.
 */
function refresh(
  { generation, standing, at }: SessionCommand & { type: "RefreshSession" },
  state: SessionState,
): SessionEvent[] {
  if (state.status !== "open") return [];
  if (standing !== "good") return [ended(state, standing)];
  if (generation === state.generation)
    return [{ type: "SessionRefreshed", data: { ...whose(state), generation: generation + 1, at } }];
  const isParent = generation === state.generation - 1;
  if (isParent && at - (state.refreshedAt ?? 0) <= parentGraceMilliseconds) return [];
  return [{ type: "SessionReuseDetected", data: { ...whose(state), generation } }, ended(state, "reuse")];
}

const whose = ({ sessionId, audience, subjectId }: Whose): Whose => ({ sessionId, audience, subjectId });

type EndReason = Extract<SessionEvent, { type: "SessionEnded" }>["data"]["reason"];
const ended = (state: OpenSession, reason: EndReason): SessionEvent => ({
  type: "SessionEnded",
  data: { ...whose(state), reason },
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
