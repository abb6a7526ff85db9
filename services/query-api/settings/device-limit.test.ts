import { expect, test } from "@jest/globals";
import { limits } from "@ornament/contracts/domain/limits";
import type { Db } from "mongodb";
import { lookAt } from "../read-side/look.ts";
import { Remembered } from "../read-side/remembered.ts";
import { NotingView, onceAfterLook } from "../read-side/view.ts";
import { generation } from "../testing/fake-registry.ts";
import { readDeviceLimit } from "./routes.ts";

/** Views on settings that `stored` holds. */
function settingsOf(stored: { _id: string; value: number }[]) {
  const state = { reads: 0, stored };
  const command = async () => {
    state.reads += 1;
    return { cursor: { id: 0n, firstBatch: state.stored } };
  };
  const database = { collection: () => ({ db: { command } }) } as unknown as Db;
  const once = onceAfterLook(new Remembered(() => 0));
  const viewAt = (commit: bigint) =>
    new NotingView(database, lookAt([generation("settings", { commit })]), once);
  return { viewAt, state };
}

test("the device limit is read once while no setting changes, and again after a change", async () => {
  const { viewAt, state } = settingsOf([{ _id: "numberDevices", value: 7 }]);
  expect(await Promise.all([readDeviceLimit(viewAt(10n)), readDeviceLimit(viewAt(10n))])).toEqual([7, 7]);
  expect(state.reads).toBe(1);
  state.stored = [];
  expect(await readDeviceLimit(viewAt(11n))).toBe(limits.defaultDeviceLimit);
});
