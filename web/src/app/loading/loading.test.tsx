import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, render } from "@testing-library/react";
import { bring, type Chunk, chunk, NoConnection } from "./chunk.ts";
import type { PageLoads } from "./page-loads.ts";
import { usePreload } from "./preload.ts";

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

const online: PageLoads = { offline: () => false, serverAnswers: async () => true, wasReopened: () => false };
const noServer: PageLoads = { ...online, serverAnswers: async () => false };

test("a chunk is loaded once, however often it is requested", async () => {
  const { part, loads } = failing(0);
  expect(part.loaded).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(["code", "code"]);
  expect([part.loaded, loads()]).toEqual(["code", 1]);
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

/** The tasks that wait for an idle browser. */
let whenIdle: Map<number, () => void>;

beforeEach(() => {
  whenIdle = new Map();
  let handles = 0;
  window.requestIdleCallback = (task) => {
    handles += 1;
    whenIdle.set(handles, () => task({ didTimeout: false, timeRemaining: () => 50 }));
    return handles;
  };
  window.cancelIdleCallback = (handle) => void whenIdle.delete(handle);
});

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, "connection");
});

const idle = () =>
  act(async () => {
    for (const task of whenIdle.values()) task();
  });

function Screen({ next }: { next: readonly Chunk<unknown>[] }) {
  usePreload(next);
  return null;
}

test("the parts that are likely to be opened next are loaded when the browser is idle, even if one part fails", async () => {
  const broken = chunk(async () => Promise.reject(new Error("no")));
  const next = [broken, chunk(async () => "screen"), chunk(async () => "dialog")];
  render(<Screen next={next} />);
  expect(next.map(({ loaded }) => loaded)).toEqual([undefined, undefined, undefined]);
  await idle();
  expect(next.map(({ loaded }) => loaded)).toEqual([undefined, "screen", "dialog"]);
});

test("nothing more is loaded in advance for a screen that was left", async () => {
  const part = chunk(async () => "screen");
  const next = [part];
  render(<Screen next={next} />).unmount();
  await idle();
  expect(part.loaded).toBeUndefined();
});
