import { expect, test } from "@jest/globals";
import { britishSpellings } from "./british-spellings.mjs";

test.each([
  'const text = "We do not recognise it.";',
  'const text = "The first line" + ` and a colour`;',
  "const text = <p>Your mail was cancelled</p>;",
])("a British spelling in a shown text is found: %s", (source) => {
  expect(britishSpellings("a.tsx", source)).toHaveLength(1);
});

test.each([
  "const normalised = normalise(colour); // recognise",
  'const text = "We do not recognize it, whatever its color.";',
  'const kind = "unrecognised";',
  'const field = <p className="o-hint o-centred">Centered</p>;',
])("names, comments and texts of the USA are not found: %s", (source) => {
  expect(britishSpellings("a.tsx", source)).toEqual([]);
});

test("a British spelling is found with its line", () => {
  expect(britishSpellings("a.ts", 'const a = 1;\nconst b = "On the programme.";')).toEqual([
    { line: 2, word: "programme" },
  ]);
});
