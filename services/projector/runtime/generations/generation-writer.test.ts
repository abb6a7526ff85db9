import { expect, test } from "@jest/globals";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { consumers } from "../../consumers.ts";
import type { Projection } from "../../projection.ts";
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
  return { store, writer: new GenerationWriter(projection, continued, documents) };
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

test("after a failed write the batch is folded on the stored documents, also where a part of it was written", async () => {
  const { store, writer } = inMemory();
  await write(writer, events.slice(0, 1));
  store.failure = new Error("no connection");
  await expect(write(writer, events.slice(1))).rejects.toThrow("no connection");
  expect(writer.position).toEqual(events[0]?.position);
  await write(writer, events.slice(1));
  expect(store.stored.get(8)?.content).toMatchObject({ marketingEmail: true });
});

test("a generation stops before the event that its projection can't fold, and its checkpoint is the event before", async () => {
  const failing: Projection = {
    ...consumers,
    evolve(key, state, event, look) {
      if (event.type === "ConsumerEmailConfirmed") throw new Error("it has no such field");
      return consumers.evolve(key, state, event, look);
    },
  };
  const { store, writer } = inMemory(generation, failing);
  const bad = recorded(facts.confirmed(), 3);
  await write(writer, [...events, bad, recorded(facts.emailChanged("new@example.com"), 4)]);
  expect(store.stored.get(7)?.content).toMatchObject({ email: "parent@example.com", isActivated: false });
  expect(store.stored.get(8)?.content).toMatchObject({ marketingEmail: true });
  expect(writer.place).toEqual({ position: events[2]?.position, eventId: events[2]?.id });
  expect(writer.stopped).toEqual({
    commit: bad.position.commit,
    event: "ConsumerEmailConfirmed",
    since: bad.createdAt,
    reason: "Error: it has no such field",
  });
});
