import type { EventMetadata } from "@ornament/contracts/events/metadata";
import { schemaVersion } from "@ornament/contracts/events/upcast";
import type { AppendMetadata } from "./event-store.ts";

/** The metadata an event is written with; what is absent is left out. */
export function metadataOf(metadata: AppendMetadata): EventMetadata {
  const { correlationId, causationId, commandId, bodyHash, actor, keyId } = metadata;
  return {
    $correlationId: correlationId,
    ...(causationId === undefined ? {} : { $causationId: causationId }),
    ...(commandId === undefined ? {} : { commandId }),
    ...(bodyHash === undefined ? {} : { bodyHash }),
    actor,
    schemaVersion,
    ...(keyId === undefined ? {} : { keyId }),
  };
}
