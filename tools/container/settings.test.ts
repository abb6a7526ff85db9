import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { secretVariables } from "@ornament/platform/tokens/secrets";
import { filesUnder } from "./testing/files-under.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = (path: string) => readFileSync(join(root, path), "utf8");

/** Settings that only the product's starter gives to its parts. */
const betweenParts = new Set([
  "DOCUMENTS_FILE",
  "DOCUMENTS_KEY",
  "EVENTSTORE_PORT",
  "EVENTSTORE_SOCKET",
  "MAILBOX_FILE",
  "MAILBOX_PORT",
  "MAILBOX_SMTP_PORT",
  "MAILBOX_SMTP_SOCKET",
  "MAILBOX_TOKEN",
  "MAILBOX_URL",
  "MONGODB_PORT",
  "MONGODB_SOCKET",
]);

/** Every variable that a program reads, from a schema of settings or by name from the environment. */
function variablesRead(): Set<string> {
  const sources = ["contracts", "platform", "services", "embedded", "tools"].flatMap((folder) =>
    filesUnder(join(root, folder), ["node_modules", "dist", "testing"]).map((file) => join(folder, file)),
  );
  const programs = sources.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const found = new Set<string>(Object.values(secretVariables));
  for (const file of programs)
    for (const [, inSchema, byName] of text(file).matchAll(
      /(?<=[\s{])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): (?:z\b|\w+(?:Setting|Url|held|urlWith)\b|held\(|urlWith\()|\b(?:environment|process\.env)\.([A-Z][A-Z0-9_]*)\b/gm,
    ))
      found.add(inSchema ?? byName ?? "");
  for (const name of betweenParts) found.delete(name);
  return found;
}

/** Every variable in the first column of a table of the documents. */
const variablesDescribed = (...documents: string[]): Set<string> =>
  new Set(
    documents
      .flatMap((path) => text(path).match(/^\| `[A-Z].*?\|/gm) ?? [])
      .flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = ""]) => name)),
  );

test("docs/operations.md describes every variable that a program reads, and no others", () => {
  const read = variablesRead();
  expect(read.size).toBeGreaterThan(30);
  expect([...variablesDescribed("docs/operations.md")].sort()).toEqual([...read].sort());
});

/** Every variable that names a server for the tests. */
function variablesOfTests(): string[] {
  const sources = ["testing", "platform"].flatMap((folder) =>
    filesUnder(join(root, folder), ["node_modules", "dist"]).map((file) => join(folder, file)),
  );
  return sources
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...text(file).matchAll(/\bprocess\.env\.(TEST_[A-Z_]+)/g)])
    .map(([, name = ""]) => name);
}

test("every variable in CONTRIBUTING's tables is read by the product or its tests", () => {
  const read = new Set([...variablesRead(), ...variablesOfTests()]);
  expect([...variablesDescribed("CONTRIBUTING.md")].filter((name) => !read.has(name))).toEqual([]);
});
