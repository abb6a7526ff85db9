import { expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { z } from "zod";
import type { EventStore } from "../eventstore/event-store.ts";
import { InvalidEventError } from "../eventstore/store-errors.ts";
import { named, raised, testDefinitions, testMetadata } from "../eventstore/testing/test-events.ts";

/** An event store in which another program has written without checks. */
function storeAndOther() {
  const log = new InMemoryLog();
  const unchecked = testDefinitions.map((definition) => ({ ...definition, schema: z.looseObject({}) }));
  return {
    store: createInMemoryEventStore({ definitions: testDefinitions, log }),
    other: createInMemoryEventStore({ definitions: unchecked, log }),
  };
}
const broken = { type: "CounterRaised", data: { by: "many" } };

test("a command on a stream with an event that breaks its schema fails, and the error names the event without its data", async () => {
  const { store, other } = storeAndOther();
  await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
  const { position } = await other.append("counter-1", 0n, [broken], testMetadata);
  const read = store.read("counter-1");
  await expect(read).rejects.toBeInstanceOf(InvalidEventError);
  await expect(read).rejects.toThrow(
    `CounterRaised in counter-1 at ${position.commit} breaks its schema: by: `,
  );
  await expect(read).rejects.not.toThrow("many");
  await store.append("counter-2", "no_stream", [raised(1)], testMetadata);
  expect((await store.read("counter-2")).events).toHaveLength(1);
});

test("an event that breaks its schema is delivered with the problem, and an event with a further field is valid", async () => {
  const { store, other } = storeAndOther();
  const further = { type: "CounterRaised", data: { by: 1, unit: "piece" } };
  await other.append("counter-1", "no_stream", [broken, further, raised(2)], testMetadata);
  const found = await listOf(store.readAll());
  expect(found.map(({ invalid }) => invalid)).toEqual([
    expect.stringMatching(/^by: .*expected number/),
    undefined,
    undefined,
  ]);
  expect(found[1]?.data).toEqual(further.data);
});

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
