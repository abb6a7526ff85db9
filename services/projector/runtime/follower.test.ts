import { expect, test } from "@jest/globals";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { Batch, EventStore, Start, SubscribeOptions } from "@ornament/platform/eventstore/event-store";
import { consumers } from "../consumers.ts";
import type { Projection } from "../projection.ts";
import { facts } from "../testing/facts.ts";
import { recorded } from "../testing/projected.ts";
import { Follower } from "./follower.ts";
import type { DocumentStore } from "./generations/document-store.ts";
import { GenerationWriter } from "./generations/generation-writer.ts";
import { beforeFirstEvent, type GenerationRegistry, StateInvalidated } from "./generations/registry.ts";

const generation: ProjectionGeneration = {
  _id: "consumers_v1_1",
  name: "consumers",
  version: 1,
  number: 1,
  state: "building",
  ...beforeFirstEvent,
  eventId: null,
  ready: false,
  target: 1_000n,
  createdAt: new Date(0),
  retiredAt: null,
};

/** A batch with one event, the n-th of the event store from 0. */
function batchOf(n: number, caughtUp: boolean): Batch {
  const event = recorded(facts.registered({ consumerId: n }), n);
  return { events: [event], position: event.position, eventId: event.id, caughtUp };
}

/** A feed whose batches the test delivers. Every write waits for `next`, which may let it fail. */
async function startedFeed() {
  const done: string[] = [];
  const invalidated: StateInvalidated[] = [];
  const writes: { ends: () => void; fails: (error: Error) => void }[] = [];
  let whenWriting: () => void = () => undefined;
  const documents: DocumentStore = {
    create: async () => undefined,
    drop: async () => undefined,
    sweep: async () => undefined,
    byField: async () => [],
    byKey: async () => [],
    async write({ groups }) {
      await new Promise<void>((ends, fails) => {
        writes.push({ ends, fails });
        whenWriting();
      });
      done.push(`wrote ${groups.map(({ id }) => id)}`);
    },
  };
  const registry = {
    release: async () => undefined,
    async moveCheckpoints([move]: Parameters<GenerationRegistry["moveCheckpoints"]>[0]) {
      done.push(`checkpoint ${move?.to.commit}`);
    },
  } as unknown as GenerationRegistry;
  let given: SubscribeOptions | undefined;
  const store = {
    eventIdAt: async () => undefined,
    subscribeToAll(options: SubscribeOptions) {
      given = options;
      return { stop: async () => undefined };
    },
  } as unknown as EventStore;
  const projection: Projection = {
    ...consumers,
    keys(event) {
      const keys = consumers.keys(event);
      done.push(`folds ${keys.map(({ id }) => id)}`);
      return keys;
    },
  };
  const writer = new GenerationWriter(projection, generation, documents);
  const feed = new Follower([writer], writer.place, {
    store,
    registry,
    onInvalidated: (reason) => invalidated.push(reason),
    onStopped: async () => undefined,
    onForged: () => undefined,
    onErasure: async () => undefined,
  });
  feed.start();
  const options = given as unknown as Omit<SubscribeOptions, "from"> & { from: () => Promise<Start> };
  await options.from();
  return {
    feed,
    writer,
    done,
    invalidated,
    deliver: options.onBatch,
    subscribeAgain: options.from,
    /** The oldest write that has not ended. */
    async nextWrite() {
      while (writes.length === 0)
        await new Promise<void>((resolve) => {
          whenWriting = resolve;
        });
      return writes.shift() as (typeof writes)[number];
    },
  };
}

test("a batch is handled when its documents and then its checkpoint are stored", async () => {
  const { deliver, nextWrite, done, writer } = await startedFeed();
  const handled = deliver(batchOf(1, false)).then(() => done.push("handled"));
  (await nextWrite()).ends();
  await handled;
  expect(done).toEqual(["folds 1", "wrote 1", "checkpoint 200", "handled"]);
  expect(writer.position.commit).toBe(200n);
});

test("after a failed write the batch is delivered again from the stored checkpoint", async () => {
  const { deliver, nextWrite, done, subscribeAgain, writer } = await startedFeed();
  const failed = deliver(batchOf(1, false));
  (await nextWrite()).fails(new Error("no connection"));
  await expect(failed).rejects.toThrow("no connection");
  expect(await subscribeAgain()).toBe("start");
  expect(writer.position).toEqual(beforeFirstEvent);
  const again = deliver(batchOf(1, false));
  (await nextWrite()).ends();
  await again;
  expect(done).toEqual(["folds 1", "folds 1", "wrote 1", "checkpoint 200"]);
});

test("work between two batches waits until the batch is written", async () => {
  const { feed, deliver, nextWrite, done } = await startedFeed();
  const handled = deliver(batchOf(1, false));
  const acted = feed.betweenBatches(async () => undefined).then(() => done.push("between"));
  (await nextWrite()).ends();
  await Promise.all([handled, acted]);
  expect(done).toEqual(["folds 1", "wrote 1", "checkpoint 200", "between"]);
});

test("a write that finds the state invalidated is reported", async () => {
  const { deliver, nextWrite, invalidated } = await startedFeed();
  const failed = deliver(batchOf(1, false));
  (await nextWrite()).fails(new StateInvalidated("another projector"));
  await expect(failed).rejects.toThrow("another projector");
  expect(invalidated.map(({ message }) => message)).toEqual(["another projector"]);
});
