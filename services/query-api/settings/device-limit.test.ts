import { expect, test } from "@jest/globals";
import { limits } from "@ornament/contracts/domain/limits";
import type { ReadView } from "../read-side/registry.ts";
import { Remembered } from "../read-side/remembered.ts";
import { readDeviceLimit } from "./routes.ts";

/** A view whose settings are what `read` resolves with. */
function viewOn(read: () => Promise<{ _id: string; value: number }[]>) {
  const state = { reads: 0 };
  const command = async () => {
    state.reads += 1;
    return { cursor: { id: 0n, firstBatch: await read() } };
  };
  const remembered = new Remembered();
  const view = {
    collection: () => ({ db: { command } }),
    once: (name: string, readOnce: () => Promise<unknown>) => remembered.once(name, readOnce),
  } as unknown as ReadView;
  return { view, state };
}

test("the device limit is read once for each view, and again for the next", async () => {
  const one = viewOn(async () => [{ _id: "numberDevices", value: 7 }]);
  expect(await Promise.all([readDeviceLimit(one.view), readDeviceLimit(one.view)])).toEqual([7, 7]);
  expect(one.state.reads).toBe(1);
  const next = viewOn(async () => []);
  expect(await readDeviceLimit(next.view)).toBe(limits.defaultDeviceLimit);
});
