import { expect, test } from "@jest/globals";
import { nameLines } from "./ornament-name.tsx";

test.each([
  ["", []],
  ["   ", []],
  [" Emma ", ["Emma"]],
  ["Emma & Noah", ["Emma & Noah"]],
  ["Noah, Mia and Grandp", ["Noah, Mia", "and Grandp"]],
  ["Grandma  and Grandpa", ["Grandma", "and Grandpa"]],
  ["WWWWWWWWWWWWWWWWWWWW", ["WWWWWWWWWWWWWWWWWWWW"]],
  ["👨‍👩‍👧‍👦", ["👨‍👩‍👧‍👦"]],
])("the name %j is written on the ribbon as the lines %j", (name, lines) =>
  expect(nameLines(name)).toEqual(lines),
);
