import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { z } from "zod";

const line = z.object({
  position: z.string().regex(/^\d{1,19}$/),
  /** Only if it differs from the position. */
  prepare: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  stream: z.string(),
  revision: z.string().regex(/^\d{1,19}$/),
  id: z.string(),
  type: z.string(),
  contentType: z.string(),
  created: z.number().int(),
  data: z.string(),
  metadata: z.string(),
});

/** An event as a line of `events.ndjson`. The same event always gives the same bytes. */
export function lineOf({ position, stream, revision, id, type, contentType, created, ...bytes }: EventBytes) {
  const { commit, prepare } = position;
  const text = JSON.stringify({
    position: String(commit),
    prepare: prepare === commit ? undefined : String(prepare),
    stream,
    revision: String(revision),
    id,
    type,
    contentType,
    created,
    data: base64(bytes.data),
    metadata: base64(bytes.metadata),
  });
  return Buffer.from(`${text}\n`);
}

/** The event of such a line. Throws for another text. */
export function eventOf(bytes: Buffer): EventBytes {
  const { position, prepare, revision, data, metadata, ...event } = line.parse(
    JSON.parse(bytes.toString("utf8")),
  );
  return {
    ...event,
    position: { commit: BigInt(position), prepare: BigInt(prepare ?? position) },
    revision: BigInt(revision),
    data: Buffer.from(data, "base64"),
    metadata: Buffer.from(metadata, "base64"),
  };
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
