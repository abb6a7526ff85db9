/** An event as a client proposes it; `metadata` and `data` are opaque bytes. */
export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
};

/**
 * A stored event. `position` orders all events, `revision` those of a stream; `created` is in milliseconds.
 */
export type StoredEvent = ProposedEvent & {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly created: number;
};

/** The number that `DELETED` has in the protocol and in stream metadata. */
export const DELETED_ON_THE_WIRE = "9223372036854775807";

export const STREAM_DELETED_TYPE = "$streamDeleted";
export const STREAM_METADATA_TYPE = "$metadata";
export const JSON_CONTENT = "application/json";
export const BINARY_CONTENT = "application/octet-stream";

/** The size that the server counts against its append limit: data, metadata and the type in UTF-16. */
export const sizeOf = (event: ProposedEvent): number =>
  event.data.byteLength + event.metadata.byteLength + event.type.length * 2;

/** The largest number of bytes of one append, the real server's default. */
export const MAX_APPEND_SIZE = 1024 * 1024;
