import { randomUUID } from "node:crypto";
import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";

/** Numbers from 0 to 1, the same for each seed. */
export function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export interface Altered {
  readonly what: string;
  readonly events: readonly EventBytes[];
  /** The number of the first event that is not as it was written; undefined if the end is missing. */
  readonly first: number | undefined;
  readonly kinds: readonly string[];
}

type Alteration = (events: readonly EventBytes[], random: () => number) => Altered | undefined;

/** One of the items; undefined without items. */
const oneOf = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const isOfStore = ({ stream, type }: EventBytes) => stream.startsWith("$") || type.startsWith("$");
const indexes = (events: readonly EventBytes[], wanted: (event: EventBytes) => boolean): number[] =>
  events.flatMap((event, index) => (wanted(event) ? [index] : []));
const lasting = (events: readonly EventBytes[]) => indexes(events, ({ stream }) => isLasting(stream));
const withPositionOf = (event: EventBytes, { position }: EventBytes): EventBytes => ({ ...event, position });

function flipped(bytes: Uint8Array, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 127));
  return copy;
}

/** One byte of a field. The time of an event outside of the tree is covered by nothing. */
const edited =
  (field: "data" | "metadata" | "id" | "type" | "stream" | "created"): Alteration =>
  (events, random) => {
    const index = oneOf(
      indexes(events, (event) => !isOfStore(event) && (field !== "created" || isLasting(event.stream))),
      random,
    );
    const event = index === undefined ? undefined : events[index];
    if (index === undefined || event === undefined) return undefined;
    const value =
      field === "created"
        ? event.created ^ (1 << Math.floor(random() * 20))
        : field === "data" || field === "metadata"
          ? flipped(event[field], random)
          : flipped(Buffer.from(event[field]), random).toString("utf8");
    const altered = events.with(index, { ...event, [field]: value });
    const kinds = ["changed", "replaced", "inserted", "removed", "damaged", "not written by this product"];
    return { what: `a byte of ${field} of event ${index}`, events: altered, first: index, kinds };
  };

const removed: Alteration = (events, random) => {
  const seen = new Set<string>();
  const isInside = (event: EventBytes, index: number) =>
    seen.has(event.stream) && events.some((other, at) => at > index && other.stream === event.stream);
  const removable = events.flatMap((event, index) => {
    const counts = isLasting(event.stream) || (!isOfStore(event) && isInside(event, index));
    seen.add(event.stream);
    return counts ? [index] : [];
  });
  const index = oneOf(removable, random);
  const event = index === undefined ? undefined : events[index];
  if (index === undefined || event === undefined) return undefined;
  const altered = events.toSpliced(index, 1);
  // The leaves name the next event of the tree, and a gap the next event of the stream.
  const first = altered.findIndex(
    (other, at) =>
      at >= index && (isLasting(event.stream) ? isLasting(other.stream) : other.stream === event.stream),
  );
  const atEnd = first < 0;
  return {
    what: `event ${index} removed`,
    events: altered,
    first: atEnd ? undefined : first,
    kinds: [atEnd ? "cut off" : "removed"],
  };
};

/** A copy of an event with its MAC, at another revision or at its own, or an event without a MAC. */
const inserted: Alteration = (events, random) => {
  const source =
    oneOf(
      indexes(events, (event) => isLasting(event.stream)),
      random,
    ) ?? 0;
  const at = Math.floor(random() * (events.length - 1)) + 1;
  const [event, before, after] = [events[source], events[at - 1], events[at]];
  if (!event || !before || !after) return undefined;
  const commit = (before.position.commit + after.position.commit) / 2n;
  const how = Math.floor(random() * 3);
  const copy: EventBytes = {
    ...event,
    position: { commit, prepare: commit },
    ...(how === 0 ? {} : { id: randomUUID(), revision: event.revision + 1n }),
    ...(how === 2 ? { metadata: Buffer.from("{}") } : {}),
  };
  const altered = events.toSpliced(at, 0, copy);
  // A copy directly before its original is the same log as one directly after it, for the tree.
  const next = events.slice(at).find(({ stream }) => isLasting(stream));
  const first = how === 0 && next === event ? altered.indexOf(event) : at;
  return { what: `a copy (${how}) of event ${source} at ${at}`, events: altered, first, kinds: ["inserted"] };
};

/** For a log that was not scavenged: a copy that ends before an erasure still has the key. */
export const cutOff: Alteration = (events, random) => {
  const places = lasting(events);
  const at = 1 + Math.floor(random() * (places.at(-1) ?? 0));
  return { what: `cut off at ${at}`, events: events.slice(0, at), first: undefined, kinds: ["cut off"] };
};

const reordered: Alteration = (events, random) => {
  const places = lasting(events);
  const [one = 0, other = 0] = [oneOf(places, random), oneOf(places, random)];
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const [a, b] = [events[first], events[second]];
  if (!a || !b || first === second) return undefined;
  const altered = events.with(first, withPositionOf(b, a)).with(second, withPositionOf(a, b));
  return { what: `events ${first} and ${second} exchanged`, events: altered, first, kinds: ["reordered"] };
};

/** Another alteration for each call, of a kind in turn. */
export const alterations: readonly Alteration[] = [
  edited("data"),
  edited("metadata"),
  edited("id"),
  edited("type"),
  edited("created"),
  edited("stream"),
  removed,
  inserted,
  cutOff,
  reordered,
];
