/** @jest-environment jsdom */
import { expect, jest, test } from "@jest/globals";
import { bring, chunk, NoConnection } from "./chunk.ts";
import type { PageLoads } from "./page-loads.ts";

/** A chunk whose first loads fail. */
function failing(times: number) {
  let loads = 0;
  const part = chunk(async () => {
    loads += 1;
    if (loads <= times) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  });
  return { part, loads: () => loads };
}

const online: PageLoads = {
  offline: () => false,
  serverAnswers: async () => true,
  wasReopened: () => false,
};
const noServer: PageLoads = { ...online, serverAnswers: async () => false };

test("a chunk is loaded once, however often it is requested", async () => {
  const { part, loads } = failing(0);
  expect(part.loaded).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(["code", "code"]);
  expect([part.loaded, loads()]).toEqual(["code", 1]);
});

test("a chunk that could not be loaded is loaded again at the next request", async () => {
  const { part } = failing(1);
  await expect(part.load()).rejects.toThrow(TypeError);
  expect(await part.load()).toBe("code");
});

test("a chunk that can't be loaded while the server can't be reached is reported as no connection", async () => {
  const { part } = failing(Infinity);
  const reopen = jest.fn();
  await expect(bring(part, reopen, noServer)).rejects.toThrow(NoConnection);
  expect(reopen).not.toHaveBeenCalled();
});

test("a chunk is not requested while the device is offline, because some browsers remember a failed import", async () => {
  const { part, loads } = failing(0);
  await expect(bring(part, () => {}, { ...noServer, offline: () => true })).rejects.toThrow(NoConnection);
  expect(loads()).toBe(0);
  expect(await bring(part, () => {}, { ...online, offline: () => true })).toBe("code");
});

test("a chunk that fails once while the server can be reached is loaded by a second try", async () => {
  const { part } = failing(1);
  const reopen = jest.fn();
  expect(await bring(part, reopen, online)).toBe("code");
  expect(reopen).not.toHaveBeenCalled();
});

test("a chunk that stays missing while the server can be reached opens the whole page", async () => {
  const { part } = failing(Infinity);
  await new Promise<void>((resolve) => void bring(part, resolve, online));
});

test("a chunk that is still missing after the whole page was loaded fails, and the page is not loaded again", async () => {
  const { part } = failing(Infinity);
  const reopen = jest.fn();
  await expect(bring(part, reopen, { ...online, wasReopened: () => true })).rejects.toThrow(TypeError);
  expect(reopen).not.toHaveBeenCalled();
});
