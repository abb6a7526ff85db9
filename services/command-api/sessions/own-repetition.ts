import type { RouteDefinition } from "@ornament/contracts/api/route";
import { beginsCredentialEpoch } from "@ornament/contracts/events/credential-epoch";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SessionEvent } from "@ornament/contracts/events/session";
import { streams } from "@ornament/contracts/events/streams";
import { hasBodyOf } from "@ornament/platform/commands/context";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import type { EventStore, PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import { signInAgain } from "../aggregates/session/decider.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import type { CredentialReader } from "./credentials.ts";
import { endingStepOf } from "./sign-in-sessions.ts";
import { isCurrent } from "./token-validity.ts";

/** The parts of a request that identify its command. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly "idempotency-key"?: string | string[] | undefined };
}

interface Revoked {
  readonly audience: Audience;
  readonly access: VerifiedAccess;
}

/**
 * The number of newest events of a stream that are searched for the command. Its token is valid for minutes
 * only, so they are enough.
 */
const eventsRead = 200;

export type OwnRepetition = (
  call: Call,
  route: Pick<RouteDefinition, "idempotent" | "callers">,
  revoked: Revoked,
) => Promise<{ repeats: { bodyHash: string } } | undefined>;

interface Needs {
  readonly store: Pick<EventStore, "read">;
  readonly credentials: Pick<CredentialReader, "loadWithout">;
}

/**
 * Permits the repetition of a command that revoked its own token: deleting one's own account, a new password
 * or role of one's own. After a lost answer such a command is sent again with the revoked token. The token is
 * accepted for this repetition only, if it was valid when the command was recorded and only this command has
 * revoked it. Returns the hash of the recorded command's body.
 */
export function ownRepetition({ store, credentials }: Needs): OwnRepetition {
  return async ({ method, path, headers }, route, { audience, access }) => {
    const key = headers["idempotency-key"];
    // A call that needs no sign-in can be repeated without the token.
    if (typeof key !== "string" || !route.idempotent || route.callers.includes("anonymous")) return undefined;
    const commandId = commandIdOf({ actor: `${audience}-${access.subjectId}`, method, path, key });
    const revoking = await revokingEvent(store, { audience, access }, commandId);
    const bodyHash = revoking?.metadata.bodyHash;
    if (bodyHash === undefined) return undefined;
    const before = await credentials.loadWithout(audience, access.subjectId, commandId);
    if (!isCurrent(access, before) || (await isEndedOtherwise(store, access.sessionId, commandId)))
      return undefined;
    return { repeats: { bodyHash } };
  };
}

const streamsOf = ({ audience, access }: Revoked) =>
  audience === "consumer"
    ? [streams.consumer(access.subjectId)]
    : [streams.admin(access.subjectId), streams.adminDirectory];

/** An event of the command that revokes the caller's tokens. */
async function revokingEvent(
  store: Needs["store"],
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
async function isEndedOtherwise(
  store: Needs["store"],
  sessionId: string,
  commandId: string,
): Promise<boolean> {
  const { events } = await store.read<SessionEvent>(streams.session(sessionId), {
    backwards: true,
    maxCount: 1,
  });
  const [last] = events;
  if (last?.type !== "SessionEnded" || last.metadata.commandId === endingStepOf(commandId)) return false;
  return last.data.reason === "sign-out" || last.data.reason === "reuse";
}

/** Refuses a request with a revoked token whose body is not that of the recorded command. */
export const refuseOtherThanRepetition =
  (contexts: Pick<RequestContexts, "of">): NonNullable<MountOptions["before"]> =>
  async (request) => {
    const { caller } = request;
    if ((caller.kind !== "admin" && caller.kind !== "consumer") || !caller.repeats) return;
    if (!hasBodyOf(contexts.of(request), caller.repeats.bodyHash)) throw signInAgain(caller.kind);
  };
