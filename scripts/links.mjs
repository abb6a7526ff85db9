/** Finds links and references that lead nowhere, in documents and in the comments of sources. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

const passedOver = new Set([".git", "package-lock.json"]);
const sources = /\.(ts|tsx|mjs|js|scss|css|html|sh|ya?ml|json|example)$|^Dockerfile$/;

/** Whether a path is in a folder that `.gitignore` names: only commands make such folders. */
function ignoredBy(root) {
  const file = join(root, ".gitignore");
  const folders = existsSync(file)
    ? readFileSync(file, "utf8")
        .match(/^[\w./-]+(?=\/$)/gm)
        ?.map((folder) => `/${folder}/`)
    : undefined;
  return (path) => folders?.some((folder) => `/${relative(root, path)}/`.includes(folder)) ?? false;
}

function* filesUnder(folder, isIgnored) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (passedOver.has(entry.name) || isIgnored(path)) continue;
    if (entry.isDirectory()) yield* filesUnder(path, isIgnored);
    else if (entry.name.endsWith(".md") || sources.test(entry.name)) yield path;
  }
}

/** The anchors of headings as GitHub makes them: a repeated one gets a number. */
function anchorsOf(markdown) {
  const seen = new Map();
  const anchors = new Set();
  for (const line of textLines(markdown)) {
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const shown = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    const slug = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** The lines of a document; those of code blocks are empty. */
function textLines(markdown) {
  let fence;
  return markdown.split("\n").map((line) => {
    const [, mark] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return "";
  });
}

/** A file or folder of the product that a document names in code style. */
const named = /`((?:contracts|embedded|platform|scripts|services|testing|tools|web)\/[\w.@/-]+)`/g;

const isElsewhere = (target) => /^[a-z][a-z+.-]*:|^\/\//i.test(target);

/**
 * Every problem below a folder, as `file:line: the problem`: relative links, anchors and named files of
 * documents, mentions of `docs/…` in documents and sources, and documents without a link to them.
 */
export function brokenLinks(root) {
  const problems = [];
  const linked = new Set();
  const anchors = new Map();
  const isIgnored = ignoredBy(root);
  const anchorsIn = (file) => {
    if (!anchors.has(file)) anchors.set(file, anchorsOf(readFileSync(file, "utf8")));
    return anchors.get(file);
  };
  const problemOf = (from, target, base) => {
    const [path = "", anchor] = decodeURI(target).split("#");
    const file = path === "" ? from : [resolve(base, path), `${resolve(base, path)}.md`].find(existsSync);
    if (file === undefined || isIgnored(file)) return `${path} does not exist`;
    if (file !== from) linked.add(file);
    if (!anchor || !file.endsWith(".md") || statSync(file).isDirectory()) return undefined;
    return anchorsIn(file).has(anchor) ? undefined : `${relative(root, file)} has no heading #${anchor}`;
  };

  const files = [...filesUnder(root, isIgnored)];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const isDocument = file.endsWith(".md");
    const lines = isDocument ? textLines(text) : text.split("\n");
    for (const [index, line] of lines.entries()) {
      const note = (problem) => problem && problems.push(`${relative(root, file)}:${index + 1}: ${problem}`);
      if (isDocument)
        for (const [, target] of line
          .replace(/`[^`]*`/g, "")
          .matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s+(\S+)/g))
          if (target !== undefined && !isElsewhere(target)) note(problemOf(file, target, dirname(file)));
      if (isDocument)
        for (const [, path] of line.matchAll(named))
          if (!isIgnored(join(root, path)) && !existsSync(join(root, path))) note(`${path} does not exist`);
      if (!isTest(file))
        for (const [, target] of line.matchAll(/(?<![\w/.(-])(docs\/[\w./-]*[\w/](?:#[\w-]+)?)/g))
          note(problemOf(file, target, root));
    }
  }
  for (const file of files)
    if (dirname(file).startsWith(join(root, "docs")) && !linked.has(file))
      problems.push(`${relative(root, file)}:1: no link leads here`);
  return problems;
}

/** This file and its tests contain examples of the searched texts. */
const isTest = (file) => /^links\.(test\.ts|mjs)$/.test(basename(file));
