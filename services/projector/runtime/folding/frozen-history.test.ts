import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import { projections } from "../../projections/all-projections.ts";
import type { GroupKey, ProjectedEvent, Projection } from "../../projections/projection.ts";
import { history } from "../../testing/history.ts";
import { recorded } from "../../testing/projected.ts";
import type { DocumentChange } from "./changes.ts";
import { foldBatch, type GroupSource } from "./fold-batch.ts";

const events = history.map((given, n) => recorded(given, n));
const emptyStore: GroupSource = { byKey: async () => [], byField: async () => [] };
const nameOf = ({ part, id }: Pick<GroupKey, "part" | "id">) => `${part}/${id}`;

interface Folded {
  /** The documents and the rows of a group by the group's name. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly marked: ReadonlySet<string>;
  readonly text: string;
}

/** The documents of the history and the groups that are marked. */
async function folded(projection: Projection): Promise<Folded> {
  const { changes, failures } = await foldBatch(projection, events, emptyStore);
  const groups = new Map<string, unknown>();
  for (const { part, id, content } of changes.groups)
    if (content) groups.set(nameOf({ part, id }), [content, projection.rows({ part, id }, content)]);
  const written = [...changes.groups, ...changes.rows].flatMap(
    ({ content }: DocumentChange) => content ?? [],
  );
  const text = JSON.stringify(written, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return {
    groups,
    marked: new Set(failures.flatMap((failure) => failure.groups.map(({ key }) => nameOf(key)))),
    text,
  };
}

/** The projection, failing at one event for one group. */
const failingOnce = (projection: Projection, event: ProjectedEvent, group: string): Projection => ({
  ...projection,
  evolve(key, state, given, look) {
    if (given.id === event.id && nameOf(key) === group) throw new TypeError("it has no such field");
    return projection.evolve(key, state, given, look);
  },
});

/** Each place at which a fold of the history can fail: an event and a group. */
async function placesOf(projection: Projection): Promise<[ProjectedEvent, string][]> {
  const places: [ProjectedEvent, string][] = [];
  await folded({
    ...projection,
    evolve(key, state, event, look) {
      places.push([event, nameOf(key)]);
      return projection.evolve(key, state, event, look);
    },
  });
  return places;
}

/** Personal data of the consumer and the admin whose data the history erases. */
const erased = ["gone@example.com", "Support@example.com", "help@example.com"];

test.each(Object.entries(projections))(
  "wherever a fold of %s fails, each wrong document is of a marked group, and none has data of an erased person",
  async (_name, projection) => {
    const truth = await folded(projection);
    const places = await placesOf(projection);
    expect(places.length).toBeGreaterThan(0);
    let wrong = 0;
    for (const [event, group] of places) {
      const found = await folded(failingOnce(projection, event, group));
      expect(found.marked).toContain(group);
      for (const name of new Set([...truth.groups.keys(), ...found.groups.keys()])) {
        if (isDeepStrictEqual(truth.groups.get(name), found.groups.get(name))) continue;
        wrong += 1;
        const place = `${event.type} for ${group}`;
        expect({ place, name, isMarked: found.marked.has(name) }).toEqual({ place, name, isMarked: true });
      }
      for (const text of erased) expect(found.text).not.toContain(text);
    }
    expect(wrong).toBeGreaterThan(0);
  },
);
