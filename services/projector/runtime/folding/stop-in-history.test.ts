import { expect, test } from "@jest/globals";
import { definitionOf } from "@ornament/contracts/catalogue";
import { projections } from "../../all-projections.ts";
import type { GroupKey, ProjectedEvent, Projection } from "../../projection.ts";
import { history } from "../../testing/history.ts";
import { recorded } from "../../testing/projected.ts";
import { type FoldedBatch, foldBatch, type GroupSource } from "./fold-batch.ts";

const events = history.map((given, n) => recorded(given, n));
const emptyStore: GroupSource = { byKey: async () => [], byField: async () => [] };
const nameOf = ({ part, id }: Pick<GroupKey, "part" | "id">) => `${part}/${id}`;
const fold = (projection: Projection, given: readonly ProjectedEvent[]): Promise<FoldedBatch> =>
  foldBatch(projection, given, emptyStore);

test.each(Object.entries(projections))(
  "wherever a fold of %s fails, the documents are those of the events before",
  async (_name, projection) => {
    const places: [ProjectedEvent, string][] = [];
    await fold(
      {
        ...projection,
        evolve(key, state, event, look) {
          places.push([event, nameOf(key)]);
          return projection.evolve(key, state, event, look);
        },
      },
      events,
    );
    expect(places.length).toBeGreaterThan(0);
    for (const [bad, group] of places) {
      const failing: Projection = {
        ...projection,
        evolve(key, state, event, look) {
          if (event.id === bad.id && nameOf(key) === group) throw new TypeError("it has no such field");
          return projection.evolve(key, state, event, look);
        },
      };
      const { changes, stop } = await fold(failing, events);
      expect(stop?.event.id).toBe(bad.id);
      const before = await fold(
        projection,
        events.filter(({ position }) => position.commit < bad.position.commit),
      );
      expect(changes).toEqual(before.changes);
    }
  },
);

/** Texts that a stranger may write, each of a kind that has broken programs. */
const hostileTexts = [
  "",
  " ",
  "\u0000\u0007",
  "\ud800",
  "\u202e\u200b\ufeff",
  "__proto__",
  "constructor",
  "İ".repeat(300),
  "a".repeat(20_000),
  "Mozilla/5.0 (".repeat(400),
  "(((((((((((((((((((((((((((((((a+)+$",
  "$where: {$gt: ''}",
  "=cmd|' /C calc'!A0",
  "👨‍👩‍👧‍👦".repeat(50),
  '{"json":',
];

/** The data with the text in place of each text for which the event's schema accepts it. */
function withText({ type, data }: ProjectedEvent, text: string): ProjectedEvent["data"] {
  const accepts = (changed: unknown) => definitionOf(type)?.schema.safeParse(changed).success === true;
  const replaced = (value: unknown, put: (value: unknown) => unknown): unknown => {
    if (typeof value === "string") return accepts(put(text)) ? text : value;
    if (value === null || typeof value !== "object") return value;
    const copy = structuredClone(value) as Record<string, unknown>;
    for (const key of Object.keys(copy))
      copy[key] = replaced(copy[key], (next) => put({ ...copy, [key]: next }));
    return copy;
  };
  return replaced(data, (changed) => changed) as ProjectedEvent["data"];
}

test.each(Object.entries(projections))(
  "no text that a stranger writes stops %s",
  async (_name, projection) => {
    for (const text of hostileTexts) {
      const hostile = events.map((event) => ({ ...event, data: withText(event, text) }) as ProjectedEvent);
      expect((await fold(projection, hostile)).stop?.message).toBeUndefined();
    }
  },
);
