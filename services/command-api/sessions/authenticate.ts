import type { IncomingHttpHeaders } from "node:http";
import type { Audience } from "@ornament/contracts/events/fields";
import { streams } from "@ornament/contracts/events/streams";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import type { SessionEvent } from "@ornament/contracts/sessions/events";
import { beginsCredentialEpoch } from "@ornament/contracts/sign-in/credential-epoch";
import { hasBodyOf } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import type { EventStore, PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { anonymous, bearerToken, type Principal } from "@ornament/platform/http/principal";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Parts } from "../compose-parts.ts";
import { isCurrent, isStillValid } from "./access-tokens.ts";
import { loadCredentials } from "./credentials.ts";
import { signInAgain } from "./decider.ts";
import { endingStepOf } from "./sign-in-sessions.ts";

type Route = Pick<RouteDefinition, "callers" | "idempotent">;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * The sender of a request, by its bearer token; `anonymous` for a token that is forged, expired or revoked. A
 * token that a command revoked is still accepted for the repetition of exactly that command.
 */
export async function authenticate(parts: Parts, call: Call, route: Route): Promise<Principal> {
  const { accessTokens, deviceTokens } = parts;
  const token = bearerToken(call.headers.authorization);
  if (token === undefined) return anonymous;
  if (route.callers.length === 1 && route.callers[0] === "device") {
    const device = deviceTokens.verify(token);
    return device ? { kind: "device", deviceId: device.deviceId, token } : anonymous;
  }
  for (const audience of ["admin", "consumer"] as const) {
    const access = accessTokens.verify(audience, token);
    if (!access) continue;
    const isValid = await isStillValid(parts, audience, access);
    const repeats = isValid ? undefined : await ownRepetition(parts, call, route, { audience, access });
    if (!isValid && !repeats) break;
    const known = { id: access.subjectId, access, repeats };
    return access.role === "consumer"
      ? { kind: "consumer", ...known }
      : { kind: "admin", role: access.role, ...known };
  }
  return anonymous;
}

interface Revoked {
  readonly audience: Audience;
  readonly access: VerifiedAccess;
}

/** The newest events that are searched for the command: enough, as its token is valid for minutes only. */
const eventsRead = 200;

/**
 * Permits the repetition of a command that revoked its own token: deleting one's own account, a new password
 * or role of one's own. After a lost answer such a command is sent again with the revoked token. The token is
 * accepted for this repetition only, if it was valid when the command was recorded and only this command has
 * revoked it. Returns the hash of the recorded command's body.
 */
async function ownRepetition(
  parts: Parts,
  { method, path, headers }: Call,
  route: Route,
  { audience, access }: Revoked,
): Promise<{ bodyHash: string } | undefined> {
  const key = headers["idempotency-key"];
  // A call that needs no sign-in can be repeated without the token.
  if (typeof key !== "string" || !route.idempotent || route.callers.includes("anonymous")) return undefined;
  const commandId = commandIdOf({ actor: `${audience}-${access.subjectId}`, method, path, key });
  const revoking = await revokingEvent(parts.store, { audience, access }, commandId);
  const bodyHash = revoking?.metadata.bodyHash;
  if (bodyHash === undefined) return undefined;
  const before = await loadCredentials(parts, audience, access.subjectId, commandId);
  if (!isCurrent(access, before) || (await isEndedOtherwise(parts.store, access.sessionId, commandId)))
    return undefined;
  return { bodyHash };
}

const streamsOf = ({ audience, access }: Revoked) =>
  audience === "consumer"
    ? [streams.consumer(access.subjectId)]
    : [streams.admin(access.subjectId), streams.adminDirectory];

/** An event of the command that revokes the caller's tokens. */
async function revokingEvent(
  store: EventStore,
  revoked: Revoked,
  commandId: string,
): Promise<StoredEvent | undefined> {
  const ends = await Promise.all(
    streamsOf(revoked).map((stream) => store.read(stream, { backwards: true, maxCount: eventsRead })),
  );
  return ends
    .flatMap(({ events }) => events)
    .find((event) => event.metadata.commandId === commandId && revokes(event, revoked));
}

function revokes({ type, data }: PlainEvent, { audience, access }: Revoked): boolean {
  if (!beginsCredentialEpoch(type) && type !== "AdminAccountDeleted" && type !== "ConsumerAccountDeleted")
    return false;
  const { adminId, consumerId } = data as { adminId?: number; consumerId?: number };
  return (audience === "admin" ? adminId : consumerId) === access.subjectId;
}

/** Whether a sign-out or a token used twice ended the session, and not a step of the command. */
async function isEndedOtherwise(store: EventStore, sessionId: string, commandId: string): Promise<boolean> {
  const newest = { backwards: true, maxCount: 1 };
  const [last] = (await store.read<SessionEvent>(streams.session(sessionId), newest)).events;
  if (last?.type !== "SessionEnded" || last.metadata.commandId === endingStepOf(commandId)) return false;
  return last.data.reason === "sign-out" || last.data.reason === "reuse";
}

/** Refuses a request with a revoked token whose body is not that of the recorded command. */
export function refuseOtherThanRepetition({ contexts }: Parts, request: RouteRequest): void {
  const { caller } = request;
  if ((caller.kind !== "admin" && caller.kind !== "consumer") || !caller.repeats) return;
  if (!hasBodyOf(contexts.of(request), caller.repeats.bodyHash)) throw signInAgain(caller.kind);
}
