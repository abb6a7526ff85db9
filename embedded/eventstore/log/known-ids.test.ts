import { expect, test } from "@jest/globals";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { KnownIds } from "./known-ids.ts";

test("an event id is recognised in the stream of its first append, until it is forgotten", () => {
  const ids = new KnownIds();
  ids.add("a-1", "one", 0);
  ids.add("b-1", "one", 7);
  ids.add("a-1", "one", 3);
  expect(ids.revisionOf("a-1", "one")).toBe(0);
  expect(ids.revisionOf("b-1", "one")).toBeUndefined();
  ids.add("a-1", "two", 4);
  ids.forget(["one"]);
  expect(ids.revisionOf("a-1", "one")).toBeUndefined();
  expect(ids.revisionOf("a-1", "two")).toBe(4);
});

test("the oldest event ids are removed when the list is full", () => {
  const ids = new KnownIds(10_000);
  for (let n = 0; n < 1_000; n += 1) ids.add("a-1", `id-${n}`, n);
  expect(ids.revisionOf("a-1", "id-999")).toBe(999);
  expect(ids.revisionOf("a-1", "id-900")).toBe(900);
  expect(ids.revisionOf("a-1", "id-0")).toBeUndefined();
  expect(ids.revisionOf("a-1", "id-500")).toBeUndefined();
});

test("the in-memory log appends events with forgotten ids again, if no revision is given", async () => {
  const log = new InMemoryLog();
  const event = { id: "5a0c1a0e-3b0d-4a4e-9d0a-0c7f4c0b6a11", type: "Counted", data: {}, metadata: {} };
  await log.append("a-1", "any", [event]);
  expect(await log.append("a-1", "any", [event])).toMatchObject({ revision: 0n });
  log.forgetIds();
  expect(await log.append("a-1", "no_stream", [event])).toMatchObject({ revision: 0n });
  expect(await log.append("a-1", "any", [event])).toMatchObject({ revision: 1n });
});
