import type { Audience } from "@ornament/contracts/events/fields";
import type { Actor } from "@ornament/contracts/events/metadata";
import { noRefreshCookieMark } from "@ornament/contracts/values/cookies";
import type { CommandContext } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { refuseCrossSite } from "@ornament/platform/http/origin-check";
import { sessionIdOf } from "@ornament/platform/http/principal";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { type Credentials, loadCredentials, sessionValidity } from "./credentials.ts";
import { type OpenSession, type SessionCommand, type SessionState, signInAgain } from "./decider.ts";

/** The parts of a request that the events of a session name. */
type Origin = Pick<RouteRequest, "correlationId" | "positions" | "requestId">;
type Request = Origin & Pick<RouteRequest, "cookies" | "headers" | "ip" | "userAgent">;

export interface SignedIn {
  readonly accessToken: string;
  readonly sessionId: string;
  readonly subjectId: number;
}

/** The id of the step that ends a session as part of a command. */
export const endingStepOf = (commandId: string) =>
  commandIdOf({ actor: commandId, method: "STEP", path: "end session", key: "" });

const startingStepOf = (sessionId: string) =>
  commandIdOf({ actor: sessionId, method: "STEP", path: "start session", key: "" });

/**
 * Opens a session and sets its refresh cookie. The credentials must be from the same read as the password
 * that was compared, so that a change in between ends the session when it is first used.
 */
export async function openSession(
  parts: Parts,
  request: Request,
  reply: Reply,
  opened: Credentials,
): Promise<SignedIn> {
  const id = parts.uuid();
  const context = contextOf(parts, request, { id, actor: actorOf(opened) });
  const { state } = await parts.sessions.begin(id, startOf(request, id, opened), context);
  if (state.status !== "open") throw signInAgain(opened.audience);
  return signIn(parts, reply, opened, state);
}

/**
 * Like `openSession`, for a proof that must open one session only: `id` is computed from the proof. With the
 * same id the same refresh cookie is set again, because the answer may have been lost. After the session's first
 * refresh, or its end, the proof is used up, and this returns `undefined`.
 */
export async function openSessionOnce(
  parts: Parts,
  request: Request,
  reply: Reply,
  opened: Credentials,
  id: string,
): Promise<SignedIn | undefined> {
  const { state: found } = await parts.sessions.load(id);
  const once = { id, actor: actorOf(opened), commandId: startingStepOf(id) };
  const state =
    found.status === "none" ? await handle(parts, request, once, startOf(request, id, opened)) : found;
  if (state.status !== "open" || state.generation > 0) return undefined;
  return signIn(parts, reply, opened, state);
}

/**
 * Replaces the refresh cookie. If the session has ended, clears the cookie and throws `admin_error` or
 * `user_error`; a reused token or changed credentials end it here. Throws `cross_site` for a request from
 * another site.
 */
export async function refreshSession(
  parts: Parts,
  request: Request,
  reply: Reply,
  audience: Audience,
): Promise<SignedIn> {
  const { sessions, accessTokens, refreshCookies, clock, ownOrigins } = parts;
  refuseCrossSite(request.headers, ownOrigins);
  const token = refreshCookies.read(request, audience);
  if (!token) throw signInAgain(audience, noRefreshCookieMark);
  const refuse = () => {
    refreshCookies.clear(reply, audience);
    return signInAgain(audience);
  };
  const { sessionId: id, generation } = token;
  const { state: found } = await sessions.load(id);
  if (found.status !== "open") throw refuse();
  const current = await loadCredentials(parts, audience, found.subjectId);
  const validity = sessionValidity(current, found);
  const state = await handle(
    parts,
    request,
    { id, actor: actorOf(current ?? found) },
    { type: "RefreshSession", generation, validity, at: clock().getTime(), ...clientOf(request) },
  );
  if (state.status !== "open" || !current) throw refuse();
  refreshCookies.set(reply, state);
  return { accessToken: accessTokens.issue(id, current), sessionId: id, subjectId: found.subjectId };
}

/**
 * Ends the sessions of the refresh cookie and of the access token, if there are any, and clears the cookie.
 * They differ after a sign-in in another tab. Throws `cross_site`.
 */
export async function signOut(
  parts: Parts,
  request: Request & Pick<RouteRequest, "caller">,
  reply: Reply,
  audience: Audience,
): Promise<void> {
  refuseCrossSite(request.headers, parts.ownOrigins);
  const { caller } = request;
  const ofCookie = parts.refreshCookies.read(request, audience)?.sessionId;
  const ofToken = caller.kind === audience ? sessionIdOf(caller) : undefined;
  for (const sessionId of new Set([ofCookie, ofToken]))
    if (sessionId !== undefined) await endSession(parts, request, sessionId);
  parts.refreshCookies.clear(reply, audience);
}

/** Ends a session, by its owner or as a step of another command. Does nothing if it has ended. */
export async function endSession(
  parts: Parts,
  request: Origin,
  id: string,
  by?: Pick<CommandContext, "commandId" | "actor">,
): Promise<void> {
  const { state } = await parts.sessions.load(id);
  if (state.status !== "open") return;
  const owner = async () => (await loadCredentials(parts, state.audience, state.subjectId)) ?? state;
  const actor = by?.actor ?? actorOf(await owner());
  const session = { id, actor, commandId: by && endingStepOf(by.commandId) };
  await handle(parts, request, session, { type: "EndSession" });
}

/** A new access token after a change of credentials. Throws `admin_error` or `user_error` if it has ended. */
export async function reissueAccessToken(
  { sessions, accessTokens }: Parts,
  sessionId: string,
  changed: Credentials,
): Promise<string> {
  const { state } = await sessions.load(sessionId);
  if (state.status !== "open" || sessionValidity(changed, state) !== "valid")
    throw signInAgain(changed.audience);
  return accessTokens.issue(sessionId, changed);
}

interface Session {
  readonly id: string;
  readonly actor: Actor;
  /** Of a step of another command. */
  readonly commandId?: string | undefined;
}

function contextOf(
  { contexts }: Parts,
  { correlationId, requestId, positions }: Origin,
  { id, actor, commandId }: Session,
): CommandContext {
  const fresh = contexts.fresh({ correlationId, requestId, sessionId: id, actor, positions });
  return { ...fresh, commandId: commandId ?? fresh.commandId };
}

async function handle(
  parts: Parts,
  request: Origin,
  session: Session,
  command: SessionCommand,
): Promise<SessionState> {
  const context = contextOf(parts, request, session);
  return (await parts.sessions.handle(session.id, command, context)).state;
}

const clientOf = ({ ip, userAgent }: Pick<Request, "ip" | "userAgent">) => ({ userAgent, address: ip });

function startOf(request: Request, id: string, opened: Credentials): SessionCommand {
  const { audience, subjectId, changes } = opened;
  const whose = { sessionId: id, audience, subjectId, epoch: changes.length };
  return { type: "StartSession", ...whose, ...clientOf(request) };
}

function signIn(
  { refreshCookies, accessTokens }: Parts,
  reply: Reply,
  opened: Credentials,
  session: OpenSession,
): SignedIn {
  refreshCookies.set(reply, session);
  const { sessionId } = session;
  return { accessToken: accessTokens.issue(sessionId, opened), sessionId, subjectId: opened.subjectId };
}

/** The actor of a session's events: its owner, or the system if the owner's role can't be found any more. */
function actorOf(owner: { audience: Audience; subjectId: number; role?: Credentials["role"] }): Actor {
  if (owner.audience === "consumer") return { kind: "consumer", id: owner.subjectId };
  const { role } = owner;
  return role === undefined || role === "consumer"
    ? { kind: "system" }
    : { kind: "admin", id: owner.subjectId, role };
}
