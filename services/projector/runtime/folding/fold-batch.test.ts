import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { actionLog } from "../../projections/action-log.ts";
import { consumers } from "../../projections/consumers.ts";
import { pins } from "../../projections/pins.ts";
import { facts } from "../../testing/facts.ts";
import { recorded } from "../../testing/projected.ts";
import { FoldingFailed, foldBatch, type GroupSource, type LoadedGroup } from "./fold-batch.ts";

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
  expect(await foldBatch(pins, [recorded(facts.sessionEnded("s"), 0)], given)).toEqual({
    rows: [],
    groups: [],
  });
  expect(asked).toEqual({ byKey: 0, byField: 0 });
});

test("all groups of a batch are loaded with one query", async () => {
  const { asked, given } = source();
  const events = ["AAAAAA1", "AAAAAA2", "AAAAAA1"].map((code, n) => recorded(facts.imported(code), n));
  const { groups } = await foldBatch(pins, events, given);
  expect(groups.map(({ part, id }) => `${part} ${id}`).sort()).toEqual(
    ["batches winter", ...["AAAAAA1", "AAAAAA2"].map((code) => `main ${pinIdOf(code)}`)].sort(),
  );
  expect(asked).toEqual({ byKey: 1, byField: 0 });
});

test("a group that is named after its event is not read, because it can't be stored before the event", async () => {
  const { asked, given } = source();
  const event = recorded(facts.deactivated("lost", 7), 0);
  const { groups } = await foldBatch(actionLog, [event], given);
  expect(groups).toMatchObject([{ id: event.id, isNew: true }]);
  expect(asked).toEqual({ byKey: 0, byField: 0 });
});

test("a lookup finds groups in the store and groups that the same batch has created", async () => {
  const stored = {
    ...((await foldBatch(pins, [recorded(facts.imported("AAAAAA1"), 0)], source().given)).groups[0]
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
  const { groups } = await foldBatch(pins, events, given);
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
    expect(await foldBatch(consumers, [event], given)).toEqual({ rows: [], groups: [] });
  }
});

test("a row that its group no longer gives becomes a tombstone", async () => {
  const first = await foldBatch(consumers, [recorded(facts.registered(), 0)], source().given);
  const [group] = first.groups;
  const loaded = { key: { part: "main", id: 7 }, position: 100n, content: group?.content };
  const { rows } = await foldBatch(consumers, [recorded(facts.pinRegistered(), 1)], source([loaded]).given);
  expect(rows.map(({ id, content }) => [id, content !== undefined])).toEqual([
    ["7-AB12CD3", true],
    ["7", false],
  ]);
});

test.each(["keys", "lookups", "evolve", "rows"] as const)(
  "an error thrown by %s of a projection is a FoldingFailed",
  async (name) => {
    const cause = new TypeError("no such field");
    const broken = {
      ...consumers,
      [name]: () => {
        throw cause;
      },
    };
    const folding = foldBatch(broken, [recorded(facts.registered(), 0)], source().given);
    await expect(folding).rejects.toBeInstanceOf(FoldingFailed);
    await expect(folding).rejects.toMatchObject({ cause });
  },
);

test("an error of the document store is not a FoldingFailed", async () => {
  const outage = new Error("no connection");
  const given: GroupSource = { byKey: () => Promise.reject(outage), byField: () => Promise.reject(outage) };
  await expect(foldBatch(consumers, [recorded(facts.registered(), 0)], given)).rejects.toBe(outage);
});
