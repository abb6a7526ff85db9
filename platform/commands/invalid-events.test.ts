import { expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { z } from "zod";
import { InvalidEventError } from "../eventstore/store-errors.ts";
import { raised, testDefinitions, testMetadata } from "../eventstore/testing/test-events.ts";

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
