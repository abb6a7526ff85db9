import { expect, test } from "@jest/globals";
import { commentInput } from "@ornament/contracts/values/text";
import { undoneComment } from "./undo.tsx";

test("the comment of an undo repeats the comment of the act", () =>
  expect(undoneComment("Stolen in Boston")).toBe("Undone: Stolen in Boston"));

test.each([
  ["letters", "x".repeat(120)],
  ["emoji, one of which is at the limit", `${"x".repeat(110)}${"🎄".repeat(5)}`],
  ["emoji, one of which is across the limit", `${"x".repeat(111)}${"🎄".repeat(4)}`],
])(
  "the comment of an undo of a long comment of %s is cut off so that the server takes it",
  (_of, comment) => {
    const undone = undoneComment(comment);
    expect(undone).toMatch(/^Undone: x+.*…$/u);
    expect(commentInput.parse(undone)).toBe(undone);
  },
);
