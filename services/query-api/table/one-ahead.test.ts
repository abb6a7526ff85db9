import { expect, test } from "@jest/globals";
import { oneAhead } from "./one-ahead.ts";

/** Numbers from 1 to `last`. */
function counted(last: number) {
  const state = { made: 0, closed: false };
  const items = (async function* () {
    try {
      while (state.made < last) yield ++state.made;
    } finally {
      state.closed = true;
    }
  })();
  return { items, state };
}

test("items that are made one ahead come all and in their order", async () => {
  const found: number[] = [];
  for await (const item of oneAhead(counted(4).items)) found.push(item);
  expect(found).toEqual([1, 2, 3, 4]);
});

test("while the reader works on an item, the next one is made and no other", async () => {
  const { items, state } = counted(10);
  const ahead = oneAhead(items);
  await ahead.next();
  await new Promise(setImmediate);
  expect(state.made).toBe(2);
  await ahead.return(undefined);
});

test("the source of items made one ahead is closed when the reader stops", async () => {
  const { items, state } = counted(10);
  for await (const item of oneAhead(items)) if (item === 2) break;
  expect(state.closed).toBe(true);
});

test("a failure of an item that was made ahead is thrown after the items before it", async () => {
  const found: number[] = [];
  const failing = (async function* () {
    yield 1;
    throw new Error("cut off");
  })();
  const read = async () => {
    for await (const item of oneAhead(failing)) {
      found.push(item);
      await new Promise(setImmediate);
    }
  };
  await expect(read()).rejects.toThrow("cut off");
  expect(found).toEqual([1]);
});
