import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { actionLog } from "../../action-log.ts";
import { consumers } from "../../consumers.ts";
import { pins } from "../../pins.ts";
import type { ProjectedEvent, Projection } from "../../projection.ts";
import { facts } from "../../testing/facts.ts";
import { recorded } from "../../testing/projected.ts";
import { foldBatch, type GroupSource, type LoadedGroup } from "./fold-batch.ts";

const nothing = { changes: { rows: [], groups: [] }, stop: undefined };

/** The changes of a batch that can be folded. */
async function changesOf(...given: Parameters<typeof foldBatch>) {
  const { changes, stop } = await foldBatch(...given);
  expect(stop).toBeUndefined();
  return changes;
}

/** A source that counts its queries. */
function source(groups: LoadedGroup[] = []) {
  const asked = { byKey: 0, byField: 0 };
  const given: GroupSource = {
    async byKey(keys) {
      asked.byKey += 1;
      return groups.filter(({ key }) => keys.some(({ part, id }) => part === key.part && id === key.id));
    },
    async byField(lookups) {
      asked.byField += 1;
      return groups.filter(({ key, content }) =>
        lookups.some(({ part, field, value }) => part === key.part && content?.[field] === value),
      );
    },
  };
  return { asked, given };
}

test("a batch without events of the projection reads nothing from the store", async () => {
  const { asked, given } = source();
  expect(await foldBatch(pins, [recorded(facts.sessionEnded("s"), 0)], given)).toEqual(nothing);
  expect(asked).toEqual({ byKey: 0, byField: 0 });
});

test("all groups of a batch are loaded with one query", async () => {
  const { asked, given } = source();
  const events = ["AAAAAA1", "AAAAAA2", "AAAAAA1"].map((code, n) => recorded(facts.imported(code), n));
  const { groups } = await changesOf(pins, events, given);
  expect(groups.map(({ part, id }) => `${part} ${id}`).sort()).toEqual(
    ["batches winter", ...["AAAAAA1", "AAAAAA2"].map((code) => `main ${pinIdOf(code)}`)].sort(),
  );
  expect(asked).toEqual({ byKey: 1, byField: 0 });
});

test("a group that is named after its event is not read, because it can't be stored before the event", async () => {
  const { asked, given } = source();
  const event = recorded(facts.deactivated("lost", 7), 0);
  const { groups } = await changesOf(actionLog, [event], given);
  expect(groups).toMatchObject([{ id: event.id, isNew: true }]);
  expect(asked).toEqual({ byKey: 0, byField: 0 });
});

test("a lookup finds groups in the store and groups that the same batch has created", async () => {
  const stored = {
    ...((await changesOf(pins, [recorded(facts.imported("AAAAAA1"), 0)], source().given)).groups[0]
      ?.content ?? {}),
    consumerId: 7,
    email: "parent@example.com",
  };
  const { given } = source([
    { key: { part: "main", id: pinIdOf("AAAAAA1") }, position: 100n, content: stored },
  ]);
  const events = [
    facts.registered(),
    facts.imported("AAAAAA2"),
    facts.pinRegistered("AAAAAA2"),
    facts.emailChanged("new@example.com"),
  ].map((event, n) => recorded(event, n + 1));
  const { groups } = await changesOf(pins, events, given);
  const changed = groups.filter(({ part }) => part === "main").map(({ id, content }) => [id, content?.email]);
  expect(changed).toEqual(
    expect.arrayContaining([
      [pinIdOf("AAAAAA1"), "new@example.com"],
      [pinIdOf("AAAAAA2"), "new@example.com"],
    ]),
  );
});

test("an event before the position of a group or of its tombstone changes nothing", async () => {
  const event = recorded(facts.registered(), 3);
  for (const content of [{ email: "kept@example.com" }, undefined]) {
    const { given } = source([{ key: { part: "main", id: 7 }, position: event.position.commit, content }]);
    expect(await foldBatch(consumers, [event], given)).toEqual(nothing);
  }
});

test("a row that its group no longer gives becomes a tombstone", async () => {
  const first = await changesOf(consumers, [recorded(facts.registered(), 0)], source().given);
  const [group] = first.groups;
  const loaded = { key: { part: "main", id: 7 }, position: 100n, content: group?.content };
  const { rows } = await changesOf(consumers, [recorded(facts.pinRegistered(), 1)], source([loaded]).given);
  expect(rows.map(({ id, content }) => [id, content !== undefined])).toEqual([
    ["7-AB12CD3", true],
    ["7", false],
  ]);
});

const failure = new TypeError("no such field");
const fail = () => {
  throw failure;
};
/** `consumers`, failing at events of this type in one of its functions. */
const failingAt = (type: string, name: "keys" | "lookups" | "evolve" | "rows" = "evolve"): Projection => ({
  ...consumers,
  ...(name === "rows"
    ? { rows: (key, state) => (state.isActivated ? fail() : consumers.rows(key, state)) }
    : {
        [name]: (...given: unknown[]) =>
          given.some((each) => (each as ProjectedEvent | undefined)?.type === type)
            ? fail()
            : (consumers[name] as (...all: unknown[]) => unknown)(...given),
      }),
});

const happened = [
  facts.registered(),
  facts.confirmed(),
  facts.emailChanged("new@example.com"),
  facts.registered({ consumerId: 8 }),
].map(recorded);
const [registered, confirmed] = happened;

test.each(["keys", "lookups", "evolve", "rows"] as const)(
  "a batch at whose second event %s fails is folded up to the first one",
  async (name) => {
    const projection = failingAt("ConsumerEmailConfirmed", name);
    const { changes, stop } = await foldBatch(projection, happened, source().given);
    expect(stop).toMatchObject({
      event: { id: name === "rows" ? stop?.event.id : confirmed?.id },
      cause: failure,
    });
    const [expected] = registered ? (await changesOf(consumers, [registered], source().given)).groups : [];
    expect(changes.groups).toEqual([expected]);
  },
);

test("an event with a damaged value, one that breaks its schema and one of a newer version stop the projection", async () => {
  const later = recorded(facts.emailChanged(null), 5);
  for (const [change, message] of [
    [{ damaged: "email: its seal is broken" }, /its seal is broken/],
    [{ invalid: "consumerId: is not a number" }, /is not a number/],
    [{ unreadable: "newer version" }, /which only a newer build can read/],
  ] as const) {
    const bad = { ...later, ...change };
    const { changes, stop } = await foldBatch(consumers, [...happened, bad], source().given);
    expect(stop?.event).toBe(bad);
    expect(stop?.message).toMatch(message);
    expect(changes.groups[0]?.content).toMatchObject({ email: "new@example.com" });
  }
});

test("an event that the projection doesn't fold stops nothing, also if it breaks its schema", async () => {
  const other = { ...recorded(facts.sessionEnded("s"), 5), invalid: "it is broken" };
  await changesOf(consumers, [...happened, other], source().given);
});

test("an error of the document store is no failure of the projection", async () => {
  const outage = new Error("no connection");
  const given: GroupSource = { byKey: () => Promise.reject(outage), byField: () => Promise.reject(outage) };
  await expect(foldBatch(consumers, [recorded(facts.registered(), 0)], given)).rejects.toBe(outage);
});
