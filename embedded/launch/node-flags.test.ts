import { spawnSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { nodeFlags } from "./node-flags.ts";

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 4],
])("on a machine with %d cores a part's process collects garbage with %d threads of V8", (cores, threads) => {
  expect(nodeFlags("gateway", cores)).toEqual([`--v8-pool-size=${threads}`]);
});

test.each(["mongodb", "projector", "gateway"])("this version of Node knows the flags of %s", (part) => {
  const { status, stderr } = spawnSync(process.execPath, [...nodeFlags(part, 2), "--eval", ""], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
