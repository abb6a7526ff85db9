import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";

const json = "application/json";

/** An event with its JSON read. */
export interface ReadEvent {
  readonly event: RawEvent;
  /** The part that claims to be JSON and is not. */
  readonly damaged: "data" | "metadata" | undefined;
  /** Whether the metadata name a MAC. */
  readonly hasMac: boolean;
}

/** Reads the JSON of an event as the product does. */
export function readContent(bytes: EventBytes): ReadEvent {
  const { id, stream, revision, type, position, created, contentType } = bytes;
  const isJson = contentType === json;
  const data = isJson ? jsonOf(bytes.data) : bytes.data;
  const metadata = jsonOf(bytes.metadata);
  // The event store's events about itself have no metadata.
  const lacksMetadata = metadata === undefined && bytes.metadata.length > 0;
  const damaged = data === undefined ? "data" : lacksMetadata ? "metadata" : undefined;
  const event = { id, stream, revision, type, data, metadata, position, createdAt: new Date(created) };
  const hasMac = typeof metadata === "object" && metadata !== null && "mac" in metadata;
  return { event, damaged, hasMac };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}
