import { expect, test } from "@jest/globals";
import { csvFileProblem } from "./pin-import-card.tsx";

test("only a .csv file is accepted, in upper or lower case", () => {
  expect(csvFileProblem(undefined)).toBe("Please choose a CSV file.");
  expect(csvFileProblem({ name: "pins.xlsx" })).toBe("Please choose a CSV file (.csv)");
  expect(csvFileProblem({ name: "PINS.CSV" })).toBeUndefined();
});
