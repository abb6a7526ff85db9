import type { EventBytes } from "@ornament/platform/eventstore/log-client";

/**
 * `changed`: the event's bytes are others. `removed`: events are missing before the place. `inserted`: the
 * event was not there. `reordered`: the event was written at another place. `replaced`: the event of the place
 * was removed, or its time was changed. `not written by this product`: the event has no valid MAC, and nothing
 * shows that it was another one before. `damaged`: the bytes are no JSON. `hidden`: another program has limited
 * which events of a stream can be read. `key`: a person's key contradicts the account. `cut off`: the log ends
 * too early. `other history`: the events up to a signed checkpoint are others. Of two findings about one event,
 * the one whose kind is first here explains the other.
 */
const titles = {
  removed: "Removed before",
  reordered: "Reordered:",
  inserted: "Inserted:",
  changed: "Changed:",
  replaced: "Changed or removed:",
  damaged: "Damaged:",
  "not written by this product": "Not written by this product:",
  hidden: "Hidden by another program:",
  key: "A person's key:",
  "cut off": undefined,
  "other history": undefined,
};
export type FindingKind = keyof typeof titles;

const rankOf = ({ kind }: Finding) => Object.keys(titles).indexOf(kind);

export interface Finding {
  readonly kind: FindingKind;
  readonly order: number;
  /** The event, or the event before which others are missing. Undefined at the end of the log. */
  readonly place: Place | undefined;
  readonly why: string;
}

export const firstOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.reduce<Finding | undefined>(
    (first, one) =>
      first === undefined ||
      one.order < first.order ||
      (one.order === first.order && rankOf(one) < rankOf(first))
        ? one
        : first,
    undefined,
  );

export function shownFinding({ kind, place, why }: Finding): string {
  const title = titles[kind];
  return title === undefined || place === undefined ? why : `${title} ${shownPlace(place)}: ${why}`;
}

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
