import { expect, jest, test } from "@jest/globals";
import { type LoadPage, loadAllRows, mostPrinted } from "./load-all-rows.ts";

/** A table of the numbers from 1 to `count`. */
const tableOf = (count: number) =>
  jest.fn<LoadPage<number>>(async (page, limit) => ({
    rows: Array.from({ length: Math.max(0, Math.min(limit, count - (page - 1) * limit)) }, (_, index) => {
      return (page - 1) * limit + index + 1;
    }),
    count,
  }));

const loadAll = (loadPage: LoadPage<number>, signal = new AbortController().signal) => {
  const progress: string[] = [];
  const onProgress = (loaded: number, count: number) => void progress.push(`${loaded} of ${count}`);
  return {
    progress,
    result: loadAllRows({ loadPage, rowKey: (row) => row, onProgress, signal }),
  };
};

test.each([
  [0, 1],
  [1, 1],
  [99, 1],
  [100, 1],
  [250, 3],
])("all of %d rows are loaded for print, with %d calls", async (count, calls) => {
  const loadPage = tableOf(count);
  const { result } = loadAll(loadPage);
  expect(await result).toEqual({ rows: Array.from({ length: count }, (_, index) => index + 1) });
  expect(loadPage).toHaveBeenCalledTimes(calls);
});

test("the loading of rows for print reports its progress", async () => {
  const { result, progress } = loadAll(tableOf(250));
  await result;
  expect(progress).toEqual(["100 of 250", "200 of 250", "250 of 250"]);
});

test("only the first page is loaded of more rows than can be printed", async () => {
  const loadPage = tableOf(mostPrinted + 1);
  expect(await loadAll(loadPage).result).toEqual({ tooMany: mostPrinted + 1 });
  expect(loadPage).toHaveBeenCalledTimes(1);
});

test("a row that moves to a later page while rows are loaded for print is printed once", async () => {
  const numbers = tableOf(150);
  const { result } = loadAll(async (page, limit) => {
    const answer = await numbers(page, limit);
    return page === 1 ? answer : { ...answer, rows: [100, ...answer.rows] };
  });
  const { rows } = (await result) as { rows: number[] };
  expect(rows).toHaveLength(150);
});

test("the loading of rows for print ends when the page is left", async () => {
  const leaving = new AbortController();
  const loadPage = tableOf(250);
  const { result } = loadAll(loadPage, leaving.signal);
  leaving.abort();
  await expect(result).rejects.toThrow();
  expect(loadPage).toHaveBeenCalledTimes(1);
});
