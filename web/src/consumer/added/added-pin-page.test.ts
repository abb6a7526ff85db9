import { expect, test } from "@jest/globals";
import { addedCount } from "./added-pin-page.tsx";

test.each([
  ["3", 3],
  ["50", 50],
  [null, 7],
  ["", 7],
  ["0", 7],
  ["-1", 7],
  ["1e3", 7],
  ["<b>", 7],
])("with count=%s in the address, the screen shows %s ornaments", (parameter, shown) =>
  expect(addedCount(parameter, 7)).toBe(shown),
);
