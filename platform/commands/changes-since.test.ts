import { expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { type CounterEvent, raised, testDefinitions } from "../eventstore/testing/test-events.ts";
import { changesSince } from "./changes-since.ts";

const [first, second, own] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

const append = async (
  commandId: string,
  store = createInMemoryEventStore({ definitions: testDefinitions }),
) => {
  const metadata = { correlationId: "test", actor: { kind: "system" }, commandId } as const;
  await store.append("counter-1", "any", [raised(1)], metadata);
  return store;
};

test("changes since a version are the later events of other commands; without a version there are none", async () => {
  const store = await append(first);
  await append(second, store);
  await append(own, store);
  const { events } = await store.read<CounterEvent>("counter-1");
  const commandsAfter = (version: string | undefined) =>
    changesSince(events, version, own).map(({ metadata }) => metadata.commandId);
  const [afterFirst, afterSecond] = events.map(({ position }) => String(position.commit));
  expect(commandsAfter("0")).toEqual([first, second]);
  expect(commandsAfter(afterFirst)).toEqual([second]);
  expect(commandsAfter(afterSecond)).toEqual([]);
  expect(commandsAfter(undefined)).toEqual([]);
});
