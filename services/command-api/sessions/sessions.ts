import type { Audience } from "@ornament/contracts/events/fields";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { refuseCrossSite } from "@ornament/platform/http/origin-check";
import type { Principal } from "@ornament/platform/http/principal";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import {
  type SessionCommand,
  type SessionState,
  sessionDecider,
  signInAgain,
} from "../aggregates/session/decider.ts";
import type { Dependencies } from "../dependencies.ts";
import { freshContext } from "../http/request-context.ts";
import { accessTokenFor } from "./access.ts";
import { type Credentials, epochOf, loadCredentials, standingOf } from "./credentials.ts";
import { clearRefreshCookie, readRefreshToken, setRefreshCookie } from "./refresh-token.ts";

type Request = Pick<RouteRequest, "cookies" | "correlationId" | "headers" | "positions">;

export interface SignedIn {
  accessToken: string;
  sessionId: string;
  subjectId: number;
}

/**
 * Opens a session and sets its refresh cookie. The credentials must be of the same read as the password that was
 * compared: a change in between then ends the session at its first use.
 */
export async function openSession(
  dependencies: Dependencies,
  request: Request,
  reply: Reply,
  credentials: Credentials,
): Promise<SignedIn> {
  const sessionId = dependencies.uuid();
  const { audience, subjectId } = credentials;
  const state = await handle(dependencies, request, sessionId, actorOf(credentials), {
    type: "StartSession",
    sessionId,
    audience,
    subjectId,
    epoch: epochOf(credentials),
  });
  if (state.status !== "open") throw signInAgain(audience);
  setRefreshCookie(dependencies, reply, state);
  return { accessToken: accessTokenFor(dependencies, sessionId, credentials), sessionId, subjectId };
}

/**
 * Rotates the refresh cookie (design §9). Throws `admin_error` or `user_error`, and clears the cookie, when the session is
 * over; a reused token or changed credentials end it here. Throws `cross_site` for another site's request.
 */
export async function refreshSession(
  dependencies: Dependencies,
  request: Request,
  reply: Reply,
  audience: Audience,
): Promise<SignedIn> {
  refuseCrossSite(request.headers, ownOrigins(dependencies));
  const token = readRefreshToken(dependencies, request, audience);
  if (!token) throw signInAgain(audience);
  const { store } = dependencies;
  const { sessionId } = token;
  const { state: found } = await loadState(store, streams.session(sessionId), sessionDecider);
  if (found.status !== "open") return refuse(dependencies, reply, audience);
  const credentials = await loadCredentials(store, audience, found.subjectId);
  const state = await handle(dependencies, request, sessionId, actorOf(credentials ?? found), {
    type: "RefreshSession",
    generation: token.generation,
    standing: standingOf(credentials, found),
    at: dependencies.clock().getTime(),
  });
  if (state.status !== "open" || !credentials) return refuse(dependencies, reply, audience);
  setRefreshCookie(dependencies, reply, state);
  request.positions.note(credentials.position);
  return {
    accessToken: accessTokenFor(dependencies, sessionId, credentials),
    sessionId,
    subjectId: found.subjectId,
  };
}

/**
 * Ends the session of the refresh cookie and that of the access token, where they are there – a page may be older than
 * the browser's cookie – and clears the cookie. Throws `cross_site`.
 */
export async function endSession(
  dependencies: Dependencies,
  request: Request & Pick<RouteRequest, "caller">,
  reply: Reply,
  audience: Audience,
): Promise<void> {
  refuseCrossSite(request.headers, ownOrigins(dependencies));
  const ofCookie = readRefreshToken(dependencies, request, audience)?.sessionId;
  for (const sessionId of new Set([ofCookie, sessionOf(request.caller, audience)])) {
    if (sessionId !== undefined) await endSessionById(dependencies, request, sessionId);
  }
  clearRefreshCookie(dependencies, reply, audience);
}

function sessionOf(caller: Principal, audience: Audience): string | undefined {
  const isSignedIn = caller.kind === "admin" || caller.kind === "consumer";
  return isSignedIn && caller.kind === audience ? caller.access.sessionId : undefined;
}

/** The id of the step that ends a session as part of a command. */
export const endingBy = (commandId: string) =>
  commandIdOf({ actor: commandId, method: "STEP", path: "end session", key: "" });

/** Ends a session whoever asks, e.g. by the command that deletes its account. Nothing happens to one that is over. */
export async function endSessionById(
  dependencies: Dependencies,
  request: Pick<Request, "correlationId" | "positions">,
  sessionId: string,
  by?: { commandId: string },
): Promise<void> {
  const { state } = await loadState(dependencies.store, streams.session(sessionId), sessionDecider);
  if (state.status !== "open") return;
  const commandId = by && endingBy(by.commandId);
  await handle(dependencies, request, sessionId, actorOf(state), { type: "EndSession" }, commandId);
}

/** A new access token for a session that goes on under changed credentials. Throws when it does not. */
export async function reissueAccessToken(
  dependencies: Dependencies,
  sessionId: string,
  credentials: Credentials,
): Promise<string> {
  const { state } = await loadState(dependencies.store, streams.session(sessionId), sessionDecider);
  if (state.status !== "open" || standingOf(credentials, state) !== "good")
    throw signInAgain(credentials.audience);
  return accessTokenFor(dependencies, sessionId, credentials);
}

function refuse(dependencies: Dependencies, reply: Reply, audience: Audience): never {
  clearRefreshCookie(dependencies, reply, audience);
  throw signInAgain(audience);
}

async function handle(
  dependencies: Dependencies,
  { correlationId, positions }: Pick<Request, "correlationId" | "positions">,
  sessionId: string,
  actor: Actor,
  command: SessionCommand,
  commandId?: string,
): Promise<SessionState> {
  const context = freshContext(dependencies, { correlationId, actor, positions });
  const { state } = await handleCommand({
    store: dependencies.store,
    decider: sessionDecider,
    stream: streams.session(sessionId),
    command,
    context: commandId === undefined ? context : { ...context, commandId },
  });
  return state;
}

/** A session's own events are its owner's doing; without a role that is known any more, the system's. */
function actorOf(whose: { audience: Audience; subjectId: number; role?: Credentials["role"] }): Actor {
  if (whose.audience === "consumer") return { kind: "consumer", id: whose.subjectId };
  const { role } = whose;
  return role === undefined || role === "consumer"
    ? { kind: "system" }
    : { kind: "admin", id: whose.subjectId, role };
}

const ownOrigins = ({ config }: Pick<Dependencies, "config">) => [
  new URL(config.publicUrl).origin,
  ...config.allowedOrigins,
];
