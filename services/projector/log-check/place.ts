import type { EventBytes } from "@ornament/platform/eventstore/log-client";

/** An event as a line of the answer names it. */
export interface Place {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export const placeOf = ({ position, stream, revision, type, created }: EventBytes): Place => ({
  position: String(position.commit),
  stream,
  revision: String(revision),
  type,
  created,
});

/** The place in one line. Damaged bytes could be control characters of a terminal. */
export const shownPlace = ({ position, stream, revision, type, created }: Place): string =>
  `position ${position}, stream ${printable(stream)}, revision ${revision}, ${printable(type)}, ${timeOf(created)}`;

const printable = (text: string): string => text.replaceAll(/[^\u0020-\u007e\u00a0-\ufffc]/g, "?");

/** A time in UTC; a damaged time is shown as its number. */
export function timeOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? String(milliseconds) : time.toISOString();
}
