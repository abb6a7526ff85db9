import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { actionLog } from "../../projections/action-log.ts";
import { consumers } from "../../projections/consumers.ts";
import { pins } from "../../projections/pins.ts";
import type { ProjectedEvent, Projection } from "../../projections/projection.ts";
import { facts } from "../../testing/facts.ts";
import { recorded } from "../../testing/projected.ts";
import type { LoadedGroup } from "./changes.ts";
import { foldBatch, type GroupSource } from "./fold-batch.ts";
import { GroupMap } from "./group-map.ts";

const nothing = { changes: { rows: [], groups: [] }, failures: [] };

/** The changes of a batch that can be folded. */
async function changesOf(...given: Parameters<typeof foldBatch>) {
  const { changes, failures } = await foldBatch(...given);
  expect(failures).toEqual([]);
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
const [, confirmed] = happened;

test.each(["evolve", "rows"] as const)(
  "a group at which %s fails keeps its state, and later events of the batch are kept from it",
  async (name) => {
    const projection = failingAt("ConsumerEmailConfirmed", name);
    const { changes, failures } = await foldBatch(projection, happened, source().given);
    expect(failures).toMatchObject([
      {
        event: { id: confirmed?.id },
        error: failure,
        groups: [{ key: { part: "main", id: 7 }, isMissing: false }],
      },
    ]);
    expect(changes.groups.map(({ id, content }) => [id, content?.email, content?.isActivated])).toEqual([
      [7, "parent@example.com", false],
      [8, "parent@example.com", false],
    ]);
  },
);

test.each(["keys", "lookups"] as const)(
  "an event at which %s fails freezes no group, because its groups are unknown",
  async (name) => {
    const projection = failingAt("ConsumerEmailConfirmed", name);
    const { changes, failures } = await foldBatch(projection, happened, source().given);
    expect(failures).toEqual([{ event: confirmed, error: failure, groups: [] }]);
    expect(changes.groups).toHaveLength(2);
  },
);

test("a group whose first event fails is frozen as missing, and later events do not build half of it", async () => {
  const { changes, failures } = await foldBatch(failingAt("ConsumerRegistered"), happened, source().given);
  expect(changes.groups).toEqual([]);
  expect(failures.flatMap(({ groups }) => groups)).toMatchObject([
    { key: { id: 7 }, isMissing: true },
    { key: { id: 8 }, isMissing: true },
  ]);
});

test("an event before the position of a frozen group is folded into it, and a later one is not", async () => {
  const frozen = new GroupMap<bigint>();
  frozen.set({ part: "main", id: 7 }, 200n);
  const { changes, failures } = await foldBatch(consumers, happened, source().given, frozen);
  expect(failures).toEqual([]);
  expect(changes.groups).toMatchObject([
    { id: 7, position: 100n, content: { email: "parent@example.com", isActivated: false } },
    { id: 8 },
  ]);
});

test("a group that needs a frozen group is frozen too", async () => {
  const frozen = new GroupMap<bigint>();
  frozen.set({ part: "owners", id: 7 }, 50n);
  const events = [facts.imported(), facts.pinRegistered(), facts.deactivated("lost")].map(recorded);
  const { changes, failures } = await foldBatch(pins, events, source().given, frozen);
  expect(failures).toMatchObject([
    { event: { type: "PinRegistered" }, groups: [{ key: { part: "main", id: pinIdOf("AB12CD3") } }] },
  ]);
  expect(String(failures[0]?.error)).toBe("NeedsFrozenGroup: It needs owners 7, which is frozen");
  expect(changes.groups.find(({ part }) => part === "main")?.content).toMatchObject({
    consumerId: null,
    comment: "",
  });
});

test("a deletion removes the personal data of a frozen group", async () => {
  const events = [facts.imported(), facts.registered(), facts.pinRegistered(), facts.bound(1)].map(recorded);
  const stored = (await changesOf(pins, events, source().given)).groups.map(
    ({ part, id, position, content }): LoadedGroup => ({ key: { part, id }, position, content }),
  );
  const frozen = new GroupMap<bigint>();
  frozen.set({ part: "main", id: pinIdOf("AB12CD3") }, 450n);
  const later = [recorded(facts.deactivated("lost"), 5), recorded(facts.consumerDeleted(), 6)];
  const { groups } = await changesOf(pins, later, source(stored).given, frozen);
  expect(groups.find(({ part }) => part === "main")?.content).toMatchObject({
    email: null,
    blocked: false,
    devices: [{ userAgent: null, name: null }],
  });
});

test("a deletion that a projection fails at removes the whole group with its rows", async () => {
  const stored = (await changesOf(consumers, happened, source().given)).groups.map(
    ({ part, id, position, content }): LoadedGroup => ({ key: { part, id }, position, content }),
  );
  const deleted = recorded(facts.consumerDeleted(), 6);
  for (const frozenAt of [undefined, 500n]) {
    const frozen = new GroupMap<bigint>();
    if (frozenAt !== undefined) frozen.set({ part: "main", id: 7 }, frozenAt);
    const projection = failingAt("ConsumerAccountDeleted");
    const { changes } = await foldBatch(projection, [deleted], source(stored).given, frozen);
    expect(changes).toMatchObject({
      rows: [{ id: "7", content: undefined }],
      groups: [{ id: 7, content: undefined }],
    });
  }
});

test("the groups of an event with a damaged value are frozen", async () => {
  const damaged = { ...recorded(facts.emailChanged(null), 5), damaged: "email: its seal is broken" };
  const { changes, failures } = await foldBatch(consumers, [...happened, damaged], source().given);
  expect(failures).toMatchObject([
    { error: { name: "InvalidEventError" }, groups: [{ key: { part: "main", id: 7 }, isMissing: false }] },
  ]);
  expect(changes.groups[0]?.content).toMatchObject({ email: "new@example.com" });
});

test("an event that breaks its schema freezes no group, because its groups are unknown", async () => {
  const invalid = { ...recorded(facts.confirmed(), 1), invalid: "consumerId: is not a number" };
  const { failures } = await foldBatch(consumers, [invalid], source().given);
  expect(failures).toMatchObject([{ error: { name: "InvalidEventError" }, groups: [] }]);
});

test("an error of the document store is no failure of the projection", async () => {
  const outage = new Error("no connection");
  const given: GroupSource = { byKey: () => Promise.reject(outage), byField: () => Promise.reject(outage) };
  await expect(foldBatch(consumers, [recorded(facts.registered(), 0)], given)).rejects.toBe(outage);
});
