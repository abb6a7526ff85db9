import { noRefreshCookieMark } from "@ornament/contracts/domain/refresh-marks";
import type { Audience } from "@ornament/contracts/events/fields";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { CommandContext } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { refuseCrossSite } from "@ornament/platform/http/origin-check";
import { type Principal, sessionIdOf } from "@ornament/platform/http/principal";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../aggregates/aggregates.ts";
import {
  type OpenSession,
  type SessionCommand,
  type SessionState,
  signInAgain,
} from "../aggregates/session/decider.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { type CredentialReader, type Credentials, sessionValidity } from "./credentials.ts";
import type { RefreshCookies } from "./refresh-cookies.ts";

/** The parts of a request that the events of a session name. */
type Origin = Pick<RouteRequest, "correlationId" | "positions" | "requestId">;
type Request = Origin & Pick<RouteRequest, "cookies" | "headers" | "ip" | "userAgent">;

export interface SignedIn {
  readonly accessToken: string;
  readonly sessionId: string;
  readonly subjectId: number;
}

interface Needs {
  readonly sessions: Aggregates["sessions"];
  readonly contexts: Pick<RequestContexts, "fresh">;
  readonly credentials: Pick<CredentialReader, "load">;
  readonly accessTokens: Pick<AccessTokens, "issue">;
  readonly refreshCookies: RefreshCookies;
  readonly uuid: () => string;
  readonly clock: () => Date;
  /** Origins whose pages may refresh and end sessions. */
  readonly ownOrigins: readonly string[];
}

export interface SignInSessions {
  /**
   * Opens a session and sets its refresh cookie. The credentials must be from the same read as the password
   * that was compared, so that a change in between ends the session when it is first used.
   */
  open(request: Request, reply: Reply, credentials: Credentials): Promise<SignedIn>;
  /**
   * Like `open`, for a proof that must open one session only: `id` is computed from the proof. With the same
   * id the same refresh cookie is set again, because the answer may have been lost. After the session's first
   * refresh, or its end, the proof is used up, and this returns `undefined`.
   */
  openOnce(
    request: Request,
    reply: Reply,
    credentials: Credentials,
    id: string,
  ): Promise<SignedIn | undefined>;
  /**
   * Replaces the refresh cookie. If the session has ended, clears the cookie and throws `admin_error` or
   * `user_error`; a reused token or changed credentials end it here. Throws `cross_site` for a request from
   * another site.
   */
  refresh(request: Request, reply: Reply, audience: Audience): Promise<SignedIn>;
  /**
   * Ends the sessions of the refresh cookie and of the access token, if there are any, and clears the cookie.
   * They differ after a sign-in in another tab. Throws `cross_site`.
   */
  end(request: Request & Pick<RouteRequest, "caller">, reply: Reply, audience: Audience): Promise<void>;
  /**
   * Ends a session, by its owner or as a step of another command, e.g. the deletion of the account. Does
   * nothing if the session has ended.
   */
  endById(
    request: Origin,
    sessionId: string,
    by?: Pick<CommandContext, "commandId" | "actor">,
  ): Promise<void>;
  /**
   * A new access token for a session after its credentials changed. Throws `admin_error` or `user_error` if
   * it is not valid any more.
   */
  reissueAccessToken(sessionId: string, credentials: Credentials): Promise<string>;
  /** Clears the refresh cookie after the account was deleted. */
  clearCookie(reply: Reply, audience: Audience): void;
}

/** The id of the step that ends a session as part of a command. */
export const endingStepOf = (commandId: string) =>
  commandIdOf({ actor: commandId, method: "STEP", path: "end session", key: "" });

const startingStepOf = (sessionId: string) =>
  commandIdOf({ actor: sessionId, method: "STEP", path: "start session", key: "" });

/** Opens, refreshes and ends sign-in sessions. */
export function signInSessions(needs: Needs): SignInSessions {
  const { sessions, contexts, credentials, accessTokens, refreshCookies, uuid, clock, ownOrigins } = needs;

  const contextOf = (
    { correlationId, requestId, positions }: Origin,
    { id, actor, commandId }: { id: string; actor: Actor; commandId?: string | undefined },
  ): CommandContext => {
    const fresh = contexts.fresh({ correlationId, requestId, sessionId: id, actor, positions });
    return { ...fresh, commandId: commandId ?? fresh.commandId };
  };

  const handle = async (
    request: Origin,
    session: { id: string; actor: Actor; commandId?: string | undefined },
    command: SessionCommand,
  ): Promise<SessionState> => (await sessions.handle(session.id, command, contextOf(request, session))).state;

  const refuse = (reply: Reply, audience: Audience): never => {
    refreshCookies.clear(reply, audience);
    throw signInAgain(audience);
  };

  const startOf = (request: Request, id: string, opened: Credentials): SessionCommand => {
    const { audience, subjectId, changes } = opened;
    const whose = { sessionId: id, audience, subjectId, epoch: changes.length };
    return { type: "StartSession", ...whose, ...clientOf(request) };
  };

  /** Starts the session once for this id, also for two requests at the same time. */
  const startOnce = (request: Request, id: string, opened: Credentials) => {
    const session = { id, actor: actorOf(opened), commandId: startingStepOf(id) };
    return handle(request, session, startOf(request, id, opened));
  };

  const signIn = (reply: Reply, opened: Credentials, session: OpenSession): SignedIn => {
    refreshCookies.set(reply, session);
    const { sessionId } = session;
    return { accessToken: accessTokens.issue(sessionId, opened), sessionId, subjectId: opened.subjectId };
  };

  const endById: SignInSessions["endById"] = async (request, id, by) => {
    const { state } = await sessions.load(id);
    if (state.status !== "open") return;
    const actor = by?.actor ?? actorOf((await credentials.load(state.audience, state.subjectId)) ?? state);
    await handle(request, { id, actor, commandId: by && endingStepOf(by.commandId) }, { type: "EndSession" });
  };

  return {
    endById,
    clearCookie: refreshCookies.clear,

    async open(request, reply, opened) {
      const id = uuid();
      const context = contextOf(request, { id, actor: actorOf(opened) });
      const { state } = await sessions.begin(id, startOf(request, id, opened), context);
      if (state.status !== "open") throw signInAgain(opened.audience);
      return signIn(reply, opened, state);
    },

    async openOnce(request, reply, opened, id) {
      const { state: found } = await sessions.load(id);
      const state = found.status === "none" ? await startOnce(request, id, opened) : found;
      if (state.status !== "open" || state.generation > 0) return undefined;
      return signIn(reply, opened, state);
    },

    async refresh(request, reply, audience) {
      refuseCrossSite(request.headers, ownOrigins);
      const token = refreshCookies.read(request, audience);
      if (!token) throw signInAgain(audience, noRefreshCookieMark);
      const { sessionId: id, generation } = token;
      const { state: found } = await sessions.load(id);
      if (found.status !== "open") return refuse(reply, audience);
      const current = await credentials.load(audience, found.subjectId);
      const validity = sessionValidity(current, found);
      const state = await handle(
        request,
        { id, actor: actorOf(current ?? found) },
        { type: "RefreshSession", generation, validity, at: clock().getTime(), ...clientOf(request) },
      );
      if (state.status !== "open" || !current) return refuse(reply, audience);
      refreshCookies.set(reply, state);
      request.positions.note(current.position);
      return {
        accessToken: accessTokens.issue(id, current),
        sessionId: id,
        subjectId: found.subjectId,
      };
    },

    async end(request, reply, audience) {
      refuseCrossSite(request.headers, ownOrigins);
      const ofCookie = refreshCookies.read(request, audience)?.sessionId;
      for (const sessionId of new Set([ofCookie, sessionOf(request.caller, audience)])) {
        if (sessionId !== undefined) await endById(request, sessionId);
      }
      refreshCookies.clear(reply, audience);
    },

    async reissueAccessToken(sessionId, changed) {
      const { state } = await sessions.load(sessionId);
      if (state.status !== "open" || sessionValidity(changed, state) !== "valid")
        throw signInAgain(changed.audience);
      return accessTokens.issue(sessionId, changed);
    },
  };
}

const clientOf = ({ ip, userAgent }: Pick<Request, "ip" | "userAgent">) => ({ userAgent, address: ip });

/** The session of the caller's access token, if it is of this audience. */
const sessionOf = (caller: Principal, audience: Audience): string | undefined =>
  caller.kind === audience ? sessionIdOf(caller) : undefined;

/** The actor of a session's events: its owner, or the system if the owner's role can't be found any more. */
function actorOf(owner: { audience: Audience; subjectId: number; role?: Credentials["role"] }): Actor {
  if (owner.audience === "consumer") return { kind: "consumer", id: owner.subjectId };
  const { role } = owner;
  return role === undefined || role === "consumer"
    ? { kind: "system" }
    : { kind: "admin", id: owner.subjectId, role };
}
