import type { RouteDefinition } from "@ornament/contracts/api/route";
import { raisesCredentialEpoch } from "@ornament/contracts/events/credential-epoch";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SessionEvent } from "@ornament/contracts/events/session";
import { streams } from "@ornament/contracts/events/streams";
import { bodyHashOf, commandIdOf } from "@ornament/platform/commands/idempotency";
import type { Compaction } from "@ornament/platform/eventstore/compaction/compaction";
import type { EventStore, PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { MountOptions } from "@ornament/platform/http/mount-routes";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import { adminCompaction } from "../aggregates/admin/compaction.ts";
import { adminDirectoryCompaction } from "../aggregates/admin-directory/compaction.ts";
import { consumerCompaction } from "../aggregates/consumer/compaction.ts";
import { signInAgain } from "../aggregates/session/decider.ts";
import type { Dependencies } from "../dependencies.ts";
import { adminCredentials, type Credentials, consumerCredentials, epochOf } from "./credentials.ts";
import { endingBy } from "./sessions.ts";

/** A request as far as it says which command it is. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly "idempotency-key"?: string | string[] | undefined };
}

interface Revoked {
  readonly audience: Audience;
  readonly access: VerifiedAccess;
}

/** So far back in a stream a command that voided its caller's token is looked for: that was minutes ago. */
const eventsRead = 200;

/**
 * Some commands void the token they come with: deleting one's own account, a new own password or role. Where the answer is
 * lost, the command comes again with that token. It is still good for this, and for nothing else: the token was good when
 * the command was recorded, and nothing but this very command, by its caller, call and key, has voided it since. Answers
 * the hash of the body the command was recorded with.
 */
export async function ownRepetition(
  store: EventStore,
  { method, path, headers }: Call,
  route: Pick<RouteDefinition, "idempotent" | "callers">,
  { audience, access }: Revoked,
): Promise<{ repeats: { bodyHash: string } } | undefined> {
  const key = headers["idempotency-key"];
  // What anybody may ask is the same command without the token.
  if (typeof key !== "string" || !route.idempotent || route.callers.includes("anonymous")) return undefined;
  const commandId = commandIdOf({ actor: `${audience}-${access.subjectId}`, method, path, key });
  const voiding = await voidingEvent(store, { audience, access }, commandId);
  const bodyHash = voiding?.metadata.bodyHash;
  if (bodyHash === undefined) return undefined;
  const credentials = await credentialsWithout(store, { audience, access }, commandId);
  const wasGood =
    credentials !== undefined &&
    credentials.role === access.role &&
    epochOf(credentials) === access.credentialEpoch;
  if (!wasGood || (await isEndedOtherwise(store, access.sessionId, commandId))) return undefined;
  return { repeats: { bodyHash } };
}

const streamsOf = ({ audience, access }: Revoked) =>
  audience === "consumer"
    ? [streams.consumer(access.subjectId)]
    : [streams.admin(access.subjectId), streams.adminDirectory];

/** An event of the command that voids the caller's tokens. */
async function voidingEvent(
  store: EventStore,
  revoked: Revoked,
  commandId: string,
): Promise<StoredEvent | undefined> {
  const ends = await Promise.all(
    streamsOf(revoked).map((stream) => store.read(stream, { backwards: true, maxCount: eventsRead })),
  );
  return ends
    .flatMap(({ events }) => events)
    .find((event) => event.metadata.commandId === commandId && voids(event, revoked));
}

function voids({ type, data }: PlainEvent, { audience, access }: Revoked): boolean {
  if (!raisesCredentialEpoch(type) && type !== "AdminAccountDeleted" && type !== "ConsumerAccountDeleted")
    return false;
  const { adminId, consumerId } = data as { adminId?: number; consumerId?: number };
  return (audience === "admin" ? adminId : consumerId) === access.subjectId;
}

/** The account's credentials as they would be had the command not been. */
async function credentialsWithout(
  store: EventStore,
  { audience, access }: Revoked,
  commandId: string,
): Promise<Credentials | undefined> {
  const { subjectId } = access;
  const read = async <E extends PlainEvent>(stream: string, compaction: Compaction<E>) =>
    (await store.readHistory(stream, compaction)).events.filter(
      ({ metadata }) => metadata.commandId !== commandId,
    );
  if (audience === "consumer")
    return consumerCredentials(subjectId, await read(streams.consumer(subjectId), consumerCompaction));
  const directory = await read(streams.adminDirectory, adminDirectoryCompaction);
  return adminCredentials(subjectId, directory, await read(streams.admin(subjectId), adminCompaction));
}

/** Whether the session was ended by its owner, or for a token used twice: not as a step of the command. */
async function isEndedOtherwise(store: EventStore, sessionId: string, commandId: string): Promise<boolean> {
  const { events } = await store.read<SessionEvent>(streams.session(sessionId), {
    backwards: true,
    maxCount: 1,
  });
  const [last] = events;
  if (last?.type !== "SessionEnded" || last.metadata.commandId === endingBy(commandId)) return false;
  return last.data.reason === "sign-out" || last.data.reason === "reuse";
}

/** Lets the holder of a voided token do nothing but repeat the recorded command: any other body is refused as its token is. */
export const refuseOtherThanRepetition =
  ({ secrets }: Pick<Dependencies, "secrets">): NonNullable<MountOptions["before"]> =>
  async ({ caller, body }) => {
    if ((caller.kind !== "admin" && caller.kind !== "consumer") || !caller.repeats) return;
    if (bodyHashOf(secrets.bodyHashKey, body) !== caller.repeats.bodyHash) throw signInAgain(caller.kind);
  };
