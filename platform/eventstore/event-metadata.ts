import { actorToStore, type StoredMetadata } from "@ornament/contracts/events/metadata";
import { buildName } from "../build/build-name.ts";
import type { AppendMetadata } from "./event-store.ts";

/**
 * The stored metadata of an event to write; optional fields that are not given are left out.
 * @param schemaVersion the version of the event's definition; 1 for one without upcasters
 */
export function metadataOf(metadata: AppendMetadata, schemaVersion = 1): StoredMetadata {
  const { correlationId, causationId, commandId, bodyHash, actor, keyId, requestId, sessionId } = metadata;
  return {
    $correlationId: correlationId,
    ...(causationId === undefined ? {} : { $causationId: causationId }),
    ...(commandId === undefined ? {} : { commandId }),
    ...(bodyHash === undefined ? {} : { bodyHash }),
    actor: actorToStore(actor),
    schemaVersion,
    ...(keyId === undefined ? {} : { keyId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    build: buildName,
  };
}
