import { DELETED } from "./append-decision.ts";
import { DELETED_ON_THE_WIRE } from "./event.ts";

/** The events of a stream that can be read: by age in seconds, number of newest events, first revision. */
export type Retention = {
  readonly maxAge?: number;
  readonly maxCount?: number;
  readonly truncateBefore?: number;
};

/** The state of a stream. `id` is missing until its first event; `last` is its newest revision. */
export type StreamState = {
  readonly name: string;
  id: number | undefined;
  last: number;
  retention: Retention;
};

/** A metadata stream keeps its newest event only. */
export const METASTREAM_RETENTION: Retention = { maxCount: 1 };

export const isMetastream = (stream: string): boolean => stream.startsWith("$$");
export const metastreamOf = (stream: string): string => `$$${stream}`;
export const originalStreamOf = (metastream: string): string => metastream.slice(2);

export const isSoftDeleted = ({ truncateBefore }: Retention): boolean => truncateBefore === DELETED;

/** The metadata of a soft delete. They replace all other metadata, as on the real server. */
export const softDeleteMetadata = (): Buffer => Buffer.from(`{"$tb":${DELETED_ON_THE_WIRE}}`);

/** Reads `$maxAge`, `$maxCount` and `$tb`; unreadable metadata limit nothing. */
export function parseRetention(data: Uint8Array): Retention {
  const fields = parseObject(data);
  const count = (key: string, least: number): number | undefined => {
    const value = fields[key];
    return typeof value === "number" && value >= least ? Math.min(Math.trunc(value), DELETED) : undefined;
  };
  const maxAge = count("$maxAge", 1);
  const maxCount = count("$maxCount", 1);
  const truncateBefore = count("$tb", 0);
  return {
    ...(maxAge !== undefined && { maxAge }),
    ...(maxCount !== undefined && { maxCount }),
    ...(truncateBefore !== undefined && { truncateBefore }),
  };
}

/** The metadata with which a soft-deleted stream continues: reading starts at `revision`. */
export const undeleteMetadata = (data: Uint8Array, revision: number): Buffer =>
  Buffer.from(JSON.stringify({ ...parseObject(data), $tb: revision }));

function parseObject(data: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
