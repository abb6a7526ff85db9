import { expect, test } from "@jest/globals";
import { wrongWords } from "./wrong-words.mjs";

const wordsOf = (text: string) => wrongWords("a.md", text).map(({ line, word }) => [line, word]);

test("a word that the glossary replaces is reported with its line", () => {
  expect(wordsOf("The first line.\nAn admin blocked the PIN at once.")).toEqual([
    [2, "at once"],
    [2, "blocked the PIN"],
  ]);
});

test("words that the requirements fix are not reported", () => {
  expect(wordsOf("An admin of Customer support reads the table.")).toEqual([]);
});
