import { describe, expect, test } from "@jest/globals";
import { proposedFileName } from "./transport.ts";

describe("the file name of a download", () => {
  test("the file name of a download is taken from its UTF-8 form if there is one", () => {
    const header = `attachment; filename="Actions log report _ a_b.csv"; filename*=UTF-8''Actions%20log%20report%20_%20a%2Bb.csv`;
    expect(proposedFileName(header)).toBe("Actions log report _ a+b.csv");
  });

  test("the file name of a download is the quoted one if the UTF-8 form is missing or broken", () => {
    expect(proposedFileName('attachment; filename="Consumers report.csv"')).toBe("Consumers report.csv");
    expect(proposedFileName(`attachment; filename="a.csv"; filename*=UTF-8''%E0%A4%A`)).toBe("a.csv");
  });

  test("a download without the header or without a name has no file name", () => {
    expect(proposedFileName(null)).toBeUndefined();
    expect(proposedFileName("attachment")).toBeUndefined();
  });
});
