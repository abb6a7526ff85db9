import { expect, test } from "@jest/globals";
import { nodeFlags } from "./node-flags.ts";

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 4],
])("on a machine with %d cores a part's process collects garbage with %d threads of V8", (cores, threads) => {
  expect(nodeFlags({ cores, heap: undefined })).toEqual([`--v8-pool-size=${threads}`]);
});

test("a part with a limit of its heap gets that limit", () => {
  expect(nodeFlags({ cores: 2, heap: 3_000 })).toContain("--max-old-space-size=3000");
});
