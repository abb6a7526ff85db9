import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import TestProgress from "./test-progress.mjs";

let printed: string;
beforeEach(() => {
  printed = "";
  jest.useFakeTimers();
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const passed = { numFailingTests: 0, numPassingTests: 3 };
const failed = { numFailingTests: 1, numPassingTests: 2, failureMessage: "expected 1, received 2" };

test("the line of a test file shows its result, its time and the number of files", () => {
  const progress = new TestProgress({ rootDir: "/product" });
  progress.onRunStart({ numTotalTestSuites: 12 });
  progress.onTestFileStart({ path: "/product/a.test.ts" });
  jest.advanceTimersByTime(2_500);
  progress.onTestFileResult({ path: "/product/a.test.ts" }, passed);
  progress.onTestFileStart({ path: "/product/b.test.ts" });
  progress.onTestFileResult({ path: "/product/b.test.ts" }, failed);
  progress.onRunComplete();
  expect(printed).toBe(
    " 1/12  passed    2.5 s  a.test.ts\n 2/12  FAILED    0.0 s  b.test.ts\nexpected 1, received 2\n",
  );
});

test("a line every 15 seconds without a finished test file names the running files and the number that is left", () => {
  const progress = new TestProgress({ rootDir: "/product" });
  progress.onRunStart({ numTotalTestSuites: 2 });
  progress.onTestFileStart({ path: "/product/slow.test.ts" });
  jest.advanceTimersByTime(14_000);
  expect(printed).toBe("");
  jest.advanceTimersByTime(17_000);
  expect(printed.split("\n")).toEqual([
    "Running: slow.test.ts (15.0 s); 2 of 2 files left",
    "Running: slow.test.ts (30.0 s); 2 of 2 files left",
    "",
  ]);
  progress.onRunComplete();
});
