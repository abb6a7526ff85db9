import { expect, test } from "@jest/globals";
import { proposedFileName } from "./transport.ts";

test.each([
  [`attachment; filename="A _ a_b.csv"; filename*=UTF-8''A%20_%20a%2Bb.csv`, "A _ a+b.csv"],
  [`attachment; filename="Consumers report.csv"`, "Consumers report.csv"],
  [`attachment; filename="a.csv"; filename*=UTF-8''%E0%A4%A`, "a.csv"],
  ["attachment", undefined],
  [null, undefined],
])("the file name of a download with the header %j is %j", (header, name) =>
  expect(proposedFileName(header)).toBe(name),
);
