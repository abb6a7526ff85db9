import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, render } from "@testing-library/react";
import { type Chunk, chunk } from "./chunk.ts";
import { usePreload } from "./preload.ts";

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
