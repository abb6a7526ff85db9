import { expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { z } from "zod";
import type { EventStore } from "../eventstore/event-store.ts";
import { named, testDefinitions, testMetadata } from "../eventstore/testing/test-events.ts";

/** An event store in which the second of two sealed values of a person was changed. */
async function withBrokenSeal() {
  const log = new InMemoryLog();
  const unchecked = testDefinitions.map((definition) => ({
    ...definition,
    schema: z.looseObject({}),
    personal: [],
  }));
  const store = createInMemoryEventStore({ definitions: testDefinitions, log });
  const other = createInMemoryEventStore({ definitions: unchecked, log });
  await store.append("counter-1", "no_stream", [named(7, "Ann")], testMetadata);
  const damaged = { ...named(7, "Ann").data, name: { $person: "consumer7", $sealed: "A".repeat(60) } };
  await other.append("counter-2", "no_stream", [{ type: "CounterNamed", data: damaged }], testMetadata);
  return store;
}

const eventsOf = async (store: EventStore) =>
  (await listOf(store.readAll())).filter(({ type }) => type === "CounterNamed");

test("a sealed value that can't be opened although the key exists is damaged, and not an erased one", async () => {
  const store = await withBrokenSeal();
  expect(await eventsOf(store)).toMatchObject([
    { data: { name: "Ann" } },
    { data: { name: null }, damaged: "the seal of name is broken" },
  ]);
  expect((await eventsOf(store))[0]?.damaged).toBeUndefined();
});

test("no command is decided on a stream with a damaged value", async () => {
  const store = await withBrokenSeal();
  await expect(store.read("counter-2")).rejects.toThrow(
    /^CounterNamed in counter-2 at \d+ is damaged: the seal of name is broken$/,
  );
  expect((await store.read("counter-1")).events).toHaveLength(1);
});

test("after the erasure of the person no value is damaged", async () => {
  const store = await withBrokenSeal();
  await store.erasePerson("consumer", 7);
  expect((await eventsOf(store)).map(({ data, damaged }) => [data, damaged])).toEqual([
    [{ ownerId: 7, name: null, nickname: null }, undefined],
    [{ ownerId: 7, name: null, nickname: null }, undefined],
  ]);
});
