/** Finds repeated paragraphs in documents, and wrong lengths of files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

const passedOver = new Set(["node_modules", ".git", "dist", ".data"]);
/** A generated document: fields that several events share are described in each. */
const generated = /docs[\\/]events\.md$/;
/** Shorter paragraphs, such as "See above.", may be repeated. */
const fewestWords = 10;

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (passedOver.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/** The paragraphs, items of lists and rows of tables outside code blocks, with their line numbers. */
function* paragraphsOf(markdown) {
  let paragraph;
  let inCode = false;
  for (const [index, line] of [...markdown.split("\n"), ""].entries()) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    const isText = !inCode && !isFence && line.trim() !== "";
    const begins = /^\s*([-*|#>]|\d+\.)/.test(line);
    if (paragraph && (!isText || begins)) {
      yield paragraph;
      paragraph = undefined;
    }
    if (isText) paragraph = { line: paragraph?.line ?? index + 1, text: `${paragraph?.text ?? ""} ${line}` };
  }
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * A file in code style and, in the same part of the sentence, its length: "`a.ts`, 25 lines", "`a.ts` (about
 * 130 lines)".
 */
const stated = /`([\w./-]+\.[a-z]+)`[,:]?\s\(?(about|under|over)?\s?(\d+) lines/g;

const holds = {
  about: (length, said) => Math.abs(length - said) <= said * 0.2,
  under: (length, said) => length < said,
  over: (length, said) => length > said,
  exactly: (length, said) => length === said,
};

/**
 * Every problem of the documents below a folder, as `file:line: the problem`: a paragraph, item or row that
 * occurs a second time, and a wrong length of a file.
 */
export function documentProblems(root) {
  const problems = [];
  const files = [...filesUnder(root)];
  const seen = new Map();
  for (const file of files.filter((name) => name.endsWith(".md") && !generated.test(name))) {
    const place = (line) => `${relative(root, file)}:${line}`;
    for (const { line, text } of paragraphsOf(readFileSync(file, "utf8"))) {
      const words = wordsOf(text);
      const key = words.join(" ");
      if (words.length >= fewestWords && seen.has(key))
        problems.push(`${place(line)}: repeats ${seen.get(key)}`);
      else seen.set(key, place(line));
      for (const [, name, relation = "exactly", said] of text.matchAll(stated)) {
        const named = existsSync(join(root, name))
          ? join(root, name)
          : files.find((path) => basename(path) === basename(name) && path.endsWith(name));
        const length = named && readFileSync(named, "utf8").trimEnd().split("\n").length;
        if (length === undefined) problems.push(`${place(line)}: ${name} does not exist`);
        else if (!holds[relation](length, Number(said)))
          problems.push(`${place(line)}: ${name} has ${length} lines, not ${said}`);
      }
    }
  }
  return problems;
}
