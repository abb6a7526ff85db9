/**
 * Finds words that `docs/glossary.md` replaces, and British spellings in texts for people: the product is sold in
 * the USA only.
 */

import { britishSpellings } from "./words/british-spellings.mjs";
import { trackedTexts } from "./words/tracked-texts.mjs";
import { wrongWords } from "./words/wrong-words.mjs";

/** The code with texts for parents. */
const forParents =
  /^(?:web\/src\/(?!admin)|contracts\/domain\/|services\/(?:command-api\/use-cases|projector\/reactors\/mail)\/).*(?<!\.test)\.tsx?$|^contracts\/errors\.ts$/;

let found = 0;
for (const { file, text } of trackedTexts()) {
  for (const { line, word, instead } of wrongWords(file, text)) {
    console.error(`${file}:${line}: "${word}": ${instead}`);
    found += 1;
  }
  if (!forParents.test(file)) continue;
  for (const { line, word } of britishSpellings(file, text)) {
    console.error(`${file}:${line}: "${word}": the spelling of the USA`);
    found += 1;
  }
}
if (found > 0) process.exit(1);
