import { describeDevice } from "@ornament/contracts/devices/device-description";
import type { Audience } from "@ornament/contracts/events/fields";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { SessionEvent } from "@ornament/contracts/sessions/events";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";

/**
 * Within this time the token before the newest one gets the newest again: two tabs may refresh with one
 * cookie, and where the newest was issued its answer may be lost.
 */
const previousTokenMilliseconds = { anywhere: 30_000, sameBrowser: 600_000 };

interface SessionOwner {
  sessionId: string;
  audience: Audience;
  subjectId: number;
}

/** The browser of a session and its network address; `null` if not recorded or erased. */
export interface SessionClient {
  userAgent: string | null;
  address: string | null;
}

/** `epoch`: how often the credentials had changed. `generation`: the number of the newest refresh token. */
export interface OpenSession extends SessionOwner, SessionClient {
  status: "open";
  epoch: number;
  generation: number;
  refreshedAt: number | undefined;
}

export type SessionState =
  | { status: "none" }
  | OpenSession
  | (Omit<OpenSession, "status"> & { status: "ended" });

/** Whether the account's credentials still permit the session, or the reason why it has to end. */
export type SessionValidity = "valid" | "credentials" | "deleted";

export type SessionCommand =
  | ({ type: "StartSession"; epoch: number } & SessionOwner & SessionClient)
  | ({ type: "RefreshSession"; generation: number; validity: SessionValidity; at: number } & SessionClient)
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
    version: 2,
    keep: (events) => {
      const newest = events.findLast(isRefresh);
      const newestWithClient = events.findLast((event) => isRefresh(event) && hasClient(event.data));
      return events.filter((event) => !isRefresh(event) || event === newest || event === newestWithClient);
    },
  },
};

/** The refusal of an invalid token: the caller has to sign in again. */
export function signInAgain(audience: Audience, ...marks: string[]): Refusal {
  const code = audience === "admin" ? "admin_error" : "user_error";
  return new Refusal(code, { errors: [code, ...marks] });
}

function start(command: SessionCommand & { type: "StartSession" }, state: SessionState): SessionEvent[] {
  if (state.status !== "none") throw new Refusal("conflict");
  const { type: _type, ...data } = command;
  return [{ type: "SessionStarted", data: { ...data, ...nameOf(data) } }];
}

const isRefresh = ({ type }: SessionEvent): boolean => type === "SessionRefreshed";

const hasClient = (data: object): boolean =>
  ("userAgent" in data && data.userAgent !== null) || ("address" in data && data.address !== null);

/**
 * Replaces the newest token with the next one. The token before it changes nothing for a while. An older
 * token was stolen or kept, so it ends the session. A token that this stream has not issued yet ends it too:
 * the event store was restored from a backup older than the token, and others may have older tokens.
 */
function refresh(
  { generation, validity, at, userAgent, address }: SessionCommand & { type: "RefreshSession" },
  state: SessionState,
): SessionEvent[] {
  if (state.status !== "open") return [];
  const client = { userAgent, address };
  if (validity !== "valid") return [ended(state, validity)];
  if (generation > state.generation) return [ended(state, "credentials")];
  if (generation === state.generation) {
    const next = { ...ownerOf(state), generation: generation + 1, at };
    const changed = changedClient(client, state);
    return [{ type: "SessionRefreshed", data: { ...next, ...changed, ...nameOf(changed) } }];
  }
  const isPrevious = generation === state.generation - 1;
  const accepted = previousTokenMilliseconds[isSameClient(client, state) ? "sameBrowser" : "anywhere"];
  if (isPrevious && at - (state.refreshedAt ?? 0) <= accepted) return [];
  return [{ type: "SessionReuseDetected", data: { ...ownerOf(state), generation } }, ended(state, "reuse")];
}

const isSameClient = (one: SessionClient, other: SessionClient): boolean =>
  one.userAgent === other.userAgent && one.address === other.address;

const changedClient = (client: SessionClient, before: SessionClient): SessionClient =>
  isSameClient(client, before) ? { userAgent: null, address: null } : client;

/** What the browser is called is decided once, so that no reader parses what a stranger wrote. */
const nameOf = ({ userAgent }: SessionClient) =>
  userAgent === null ? {} : { device: describeDevice(userAgent) };

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
      return {
        ...state,
        generation: event.data.generation,
        refreshedAt: event.data.at,
        userAgent: event.data.userAgent ?? state.userAgent,
        address: event.data.address ?? state.address,
      };
    case "SessionReuseDetected":
      return state;
    case "SessionEnded":
      return state.status === "none" ? state : { ...state, status: "ended" };
    default:
      return unreachable(event);
  }
}
