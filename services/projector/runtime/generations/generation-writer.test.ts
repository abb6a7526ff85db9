import { describe, expect, test } from "@jest/globals";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { consumers } from "../../projections/consumers.ts";
import type { Projection } from "../../projections/projection.ts";
import { facts } from "../../testing/facts.ts";
import { recorded } from "../../testing/projected.ts";
import type { DocumentChange } from "../folding/fold-batch.ts";
import type { DocumentStore } from "./document-store.ts";
import { GenerationWriter } from "./generation-writer.ts";
import { beforeFirstEvent } from "./registry.ts";

const generation: ProjectionGeneration = {
  _id: "consumers_v1_1",
  name: "consumers",
  version: 1,
  number: 1,
  state: "live",
  commit: 0n,
  prepare: 0n,
  eventId: null,
  ready: true,
  target: -1n,
  createdAt: new Date(0),
  retiredAt: null,
};

/** Groups in memory. `failure` is thrown by the next write, after half of it was done. */
function inMemory(continued = generation, projection: Projection = consumers) {
  const stored = new Map<string | number, DocumentChange>();
  const store = { failure: undefined as Error | undefined, stored };
  const documents: DocumentStore = {
    create: async () => undefined,
    drop: async () => undefined,
    sweep: async () => undefined,
    byField: async () => [],
    async byKey(keys) {
      return keys.flatMap(({ part, id }) => {
        const found = stored.get(id);
        return found ? [{ key: { part, id }, position: found.position, content: found.content }] : [];
      });
    },
    async write({ groups }) {
      const { failure } = store;
      store.failure = undefined;
      for (const group of failure ? groups.slice(0, 1) : groups) stored.set(group.id, group);
      if (failure) throw failure;
    },
  };
  const noLetters = { add: async () => "", remove: async () => undefined };
  return { store, writer: new GenerationWriter(projection, continued, documents, noLetters) };
}

const events = [
  recorded(facts.registered({ consumerId: 7 }), 0),
  recorded(facts.registered({ consumerId: 8 }), 1),
  recorded({ type: "MarketingPreferenceChanged", data: { consumerId: 8, marketingEmail: true } }, 2),
];

async function write(writer: GenerationWriter, batch: typeof events): Promise<void> {
  const position = batch.at(-1)?.position ?? beforeFirstEvent;
  await writer.checkpointStored(await writer.apply(batch, { position }));
}

test("after a failed write the batch is folded on what is stored, also where a part of it was written", async () => {
  const { store, writer } = inMemory();
  await write(writer, events.slice(0, 1));
  store.failure = new Error("no connection");
  await expect(write(writer, events.slice(1))).rejects.toThrow("no connection");
  expect(writer.position).toEqual(events[0]?.position);
  await write(writer, events.slice(1));
  expect(store.stored.get(8)?.content).toMatchObject({ marketingEmail: true });
});

test("an event at which the projection fails is left out, and later events of its batch are folded on earlier ones", async () => {
  const failing: Projection = {
    ...consumers,
    evolve(key, state, event, look) {
      if (key.id === 9) throw new Error("it has no such field");
      return consumers.evolve(key, state, event, look);
    },
  };
  const { store, writer } = inMemory(generation, failing);
  const [first, second, third] = events;
  if (!first || !second || !third) throw new Error("There are three events");
  await write(writer, [
    first,
    second,
    recorded(facts.registered({ consumerId: 9 }), 2),
    { ...third, position: { commit: 400n, prepare: 400n } },
  ]);
  expect(store.stored.has(7)).toBe(true);
  expect(store.stored.has(9)).toBe(false);
  expect(store.stored.get(8)?.content).toMatchObject({ marketingEmail: true });
  expect(writer.skipped.count).toBe(1);
});

describe("whether documents may have changed", () => {
  const [first, second, third] = events;
  if (!first || !second || !third) throw new Error("There are three events");
  const ignored = recorded(facts.imported(), 3);
  const moved = async (writer: GenerationWriter, batch: (typeof events)[number][]) =>
    writer.apply(batch, { position: batch.at(-1)?.position ?? beforeFirstEvent });

  test("documents have changed with a batch that has an event for the projection, and not with any other", async () => {
    const { writer } = inMemory({ ...generation, content: "a", contentAt: generation.commit });
    expect(await moved(writer, [first, ignored])).toMatchObject({ changed: true });
    expect(await moved(writer, [ignored])).toMatchObject({ changed: false });
  });

  test.each([
    ["has no name", {}],
    ["was named by a projector before one of an earlier version", { content: "a", contentAt: -1n }],
  ])("documents count as changed with the first batch if their content %s", async (_why, named) => {
    const { writer } = inMemory({ ...generation, ...named });
    const move = await moved(writer, [ignored]);
    expect(move).toMatchObject({ changed: true });
    await writer.checkpointStored(move);
    expect(
      await moved(writer, [{ ...ignored, position: { commit: 1_000n, prepare: 1_000n } }]),
    ).toMatchObject({
      changed: false,
    });
  });

  test("documents have changed also when an earlier run has written the events and could not store the checkpoint", async () => {
    const { store, writer } = inMemory();
    await write(writer, [first]);
    const again = inMemory();
    for (const [id, change] of store.stored) again.store.stored.set(id, change);
    const move = await moved(again.writer, [first]);
    expect(move).toMatchObject({ changed: true });
  });

  test("events before the position of the generation change nothing", async () => {
    const { writer } = inMemory();
    await write(writer, [first, second]);
    expect(await moved(writer, [first, second, ignored])).toMatchObject({ changed: false });
  });
});
