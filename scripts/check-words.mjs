/** Finds words that `docs/glossary.md` replaces, and constructions that make sentences hard to read. */

import { trackedTexts } from "./words/tracked-texts.mjs";
import { wrongWords } from "./words/wrong-words.mjs";

let found = 0;
for (const { file, text } of trackedTexts()) {
  for (const { line, word, instead } of wrongWords(file, text)) {
    console.error(`${file}:${line}: "${word}": ${instead}`);
    found += 1;
  }
}
if (found > 0) process.exit(1);
