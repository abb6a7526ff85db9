import { randomUUID } from "node:crypto";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import { actorToStore, type StoredMetadata } from "@ornament/contracts/events/metadata";
import { buildName } from "../build/build-name.ts";
import type { AppendMetadata } from "./event-store.ts";
import type { RawNewEvent } from "./log-client.ts";

const first = { version: 1, projectableFrom: 1 };

/**
 * The stored metadata of an event to write; JSON leaves out the optional fields that are not given.
 * @param definition the versions of the event's definition; those of one without upcasters by default
 */
export function metadataOf(
  metadata: AppendMetadata,
  { version, projectableFrom }: Pick<EventDefinition, "version" | "projectableFrom"> = first,
): StoredMetadata {
  const { correlationId, causationId, commandId, bodyHash, actor, keyId, requestId, sessionId } = metadata;
  return {
    $correlationId: correlationId,
    $causationId: causationId,
    commandId,
    bodyHash,
    actor: actorToStore(actor),
    schemaVersion: version,
    projectableFrom: projectableFrom < version ? projectableFrom : undefined,
    keyId,
    requestId,
    sessionId,
    build: buildName,
  };
}

/** An event that the event store client itself writes to the stream. */
export const ownEvent = (
  stream: string,
  { type, data }: { type: string; data: Record<string, unknown> },
): RawNewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { ...metadataOf({ correlationId: stream, actor: { kind: "system" } }) },
});
