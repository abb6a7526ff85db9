import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const sourceFolder = new URL("src/", import.meta.url);

test("no screen or dialog is loaded with the lazy of react or react-router, which remember a failure", () => {
  const sources = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  const lazy = sources.filter((file) =>
    /\blazy\s*[(:]/.test(readFileSync(new URL(file, sourceFolder), "utf8")),
  );
  expect(lazy).toEqual([]);
});
