import { expect, test } from "@jest/globals";
import type { DocumentChange, GroupSource, LoadedGroup } from "./fold-batch.ts";
import { RecentGroups } from "./recent-groups.ts";

const keyOf = (id: number) => ({ part: "main", id });
const groupOf = (id: number, name: string): LoadedGroup => ({
  key: keyOf(id),
  position: 1n,
  content: { name },
});
const changeOf = (id: number, name: string | undefined): DocumentChange => ({
  ...keyOf(id),
  position: 2n,
  content: name === undefined ? undefined : { name },
  isNew: false,
});

/** Stored groups that can be changed, and the ids that were read by key. */
function stored(...groups: LoadedGroup[]) {
  const read: (string | number)[] = [];
  const source: GroupSource = {
    async byKey(keys) {
      read.push(...keys.map(({ id }) => id));
      return groups.filter(({ key }) => keys.some(({ id }) => id === key.id));
    },
    byField: async () => groups,
  };
  return { groups, read, source };
}

test("a group is read once, however often batches ask for it", async () => {
  const { read, source } = stored(groupOf(1, "a"));
  const recent = new RecentGroups(source);
  for (let n = 0; n < 3; n += 1) expect(await recent.byKey([keyOf(1)])).toEqual([groupOf(1, "a")]);
  expect(read).toEqual([1]);
});

test("a batch reads only the groups that are not remembered", async () => {
  const { read, source } = stored(groupOf(1, "a"), groupOf(2, "b"));
  const recent = new RecentGroups(source);
  await recent.byKey([keyOf(1)]);
  expect(await recent.byKey([keyOf(1), keyOf(2)])).toEqual([groupOf(1, "a"), groupOf(2, "b")]);
  expect(read).toEqual([1, 2]);
});

test("a group that was written is remembered as it was written", async () => {
  const { read, source } = stored(groupOf(1, "a"));
  const recent = new RecentGroups(source);
  await recent.byKey([keyOf(1)]);
  recent.changed([changeOf(1, "b")]);
  expect(await recent.byKey([keyOf(1)])).toEqual([{ key: keyOf(1), position: 2n, content: { name: "b" } }]);
  expect(read).toEqual([1]);
});

test("a group that was not stored when it was asked for is remembered after it was written", async () => {
  const { read, source } = stored();
  const recent = new RecentGroups(source);
  expect(await recent.byKey([keyOf(1)])).toEqual([]);
  expect(await recent.byKey([keyOf(1)])).toEqual([]);
  recent.changed([changeOf(1, "b")]);
  expect(await recent.byKey([keyOf(1)])).toMatchObject([{ content: { name: "b" } }]);
  expect(read).toEqual([1]);
});

test("a deleted group is read again", async () => {
  const { groups, read, source } = stored(groupOf(1, "a"));
  const recent = new RecentGroups(source);
  await recent.byKey([keyOf(1)]);
  recent.changed([changeOf(1, undefined)]);
  recent.written([changeOf(1, undefined)]);
  groups.length = 0;
  expect(await recent.byKey([keyOf(1)])).toEqual([]);
  expect(read).toEqual([1, 1]);
});

test("groups are read again after everything was forgotten", async () => {
  const { groups, read, source } = stored(groupOf(1, "a"));
  const recent = new RecentGroups(source);
  await recent.byKey([keyOf(1)]);
  recent.forget();
  groups[0] = groupOf(1, "b");
  expect(await recent.byKey([keyOf(1)])).toEqual([groupOf(1, "b")]);
  expect(read).toEqual([1, 1]);
});

test("the group that was used least recently is forgotten when there are too many", async () => {
  const { read, source } = stored(groupOf(1, "a"), groupOf(2, "b"), groupOf(3, "c"));
  const recent = new RecentGroups(source, { capacity: 2 });
  for (const id of [1, 2, 1, 3, 1, 2]) await recent.byKey([keyOf(id)]);
  expect(read).toEqual([1, 2, 3, 2]);
});

test("a written group that no batch asked for takes no place", async () => {
  const { read, source } = stored(groupOf(1, "a"), groupOf(2, "b"));
  const recent = new RecentGroups(source, { capacity: 1 });
  await recent.byKey([keyOf(1)]);
  recent.changed([changeOf(2, "c")]);
  recent.written([changeOf(2, "c")]);
  await recent.byKey([keyOf(1)]);
  expect(read).toEqual([1]);
});

test("groups with the same id in other parts, and ids of another type, are groups of their own", async () => {
  const { read, source } = stored();
  const recent = new RecentGroups(source);
  await recent.byKey([keyOf(1)]);
  await recent.byKey([{ part: "main", id: "1" }]);
  await recent.byKey([{ part: "owners", id: 1 }]);
  expect(read).toEqual([1, "1", 1]);
});

test("a changed group is given as it was changed, and not read, until it is written", async () => {
  const { groups, read, source } = stored(groupOf(1, "a"), groupOf(2, "b"));
  const recent = new RecentGroups(source, { capacity: 1 });
  const changes = [changeOf(1, "c"), changeOf(2, undefined)];
  recent.changed(changes);
  expect(await recent.byKey([keyOf(1), keyOf(2)])).toEqual([
    { key: keyOf(1), position: 2n, content: { name: "c" } },
    { key: keyOf(2), position: 2n, content: undefined },
  ]);
  expect(read).toEqual([]);
  recent.written(changes);
  groups.splice(0, 2, groupOf(1, "d"));
  expect(await recent.byKey([keyOf(1), keyOf(2)])).toEqual([groupOf(1, "d")]);
});

test("a group that has changed again since its last write began is not read until it is written again", async () => {
  const { read, source } = stored(groupOf(1, "a"));
  const recent = new RecentGroups(source);
  const again = { ...changeOf(1, "c"), position: 3n };
  recent.changed([changeOf(1, "b")]);
  recent.changed([again]);
  recent.written([changeOf(1, "b")]);
  expect(await recent.byKey([keyOf(1)])).toMatchObject([{ content: { name: "c" } }]);
  expect(read).toEqual([]);
  recent.written([again]);
  await recent.byKey([keyOf(1)]);
  expect(read).toEqual([1]);
});

test("groups with a value are found as they were changed, even when they are written while the store is asked", async () => {
  const { source } = stored(groupOf(1, "a"), groupOf(2, "a"));
  const recent = new RecentGroups(source);
  const changes = [changeOf(1, "b"), changeOf(3, "a")];
  recent.changed(changes);
  const found = recent.byField([{ part: "main", field: "name", value: "a" }]);
  recent.written(changes);
  expect((await found).map(({ key, content }) => [key.id, content?.name])).toEqual([
    [1, "b"],
    [2, "a"],
    [3, "a"],
  ]);
});

test("in a generation that began empty a group is not looked for before it was changed", async () => {
  const { groups, read, source } = stored();
  const recent = new RecentGroups(source, { capacity: 1, beginsEmpty: true });
  expect(await recent.byKey([keyOf(1), keyOf(2)])).toEqual([]);
  expect(read).toEqual([]);
  recent.changed([changeOf(1, "a")]);
  recent.written([changeOf(1, "a")]);
  groups.push(groupOf(1, "a"));
  expect(await recent.byKey([keyOf(2)])).toEqual([]);
  expect(await recent.byKey([keyOf(1)])).toEqual([groupOf(1, "a")]);
  expect(read).toEqual([1]);
});

test("in a generation that began empty a changed group is looked for, also when it is not known whether it was written", async () => {
  const { groups, read, source } = stored();
  const recent = new RecentGroups(source, { beginsEmpty: true });
  recent.changed([changeOf(1, "a")]);
  recent.forget();
  groups.push(groupOf(1, "a"));
  expect(await recent.byKey([keyOf(1)])).toEqual([groupOf(1, "a")]);
  expect(read).toEqual([1]);
});
