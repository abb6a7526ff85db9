import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createCommandApi } from "./app.ts";
import { testDependencies } from "./testing/test-command-api.ts";

const record = new URL("../../docs/decisions/0059-a-backup-is-a-copy-of-the-log.md", import.meta.url);

test("the caches of event store data in command-api are those that the decision record lists", async () => {
  const dependencies = testDependencies();
  const api = createCommandApi(
    { ...dependencies, metrics: createMetrics({ service: "test" }) },
    { background: false },
  );
  await api.begin();
  // Two parts have caches of streams that expire.
  const names = [...new Set(dependencies.store.remembered.names)];
  const rows = readFileSync(record, "utf8")
    .split("\n")
    .filter((line) => /\| (?:emptied|kept until)/.test(line));
  expect(rows.map((row) => row.split("|")[1]?.trim()).toSorted()).toEqual(names.toSorted());
  await api.stop();
  await dependencies.store.close();
});
