import {
  BACKWARDS,
  END,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type ReadAllOptions,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from "@eventstore/db-client";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numberOf,
  numbersTo,
  openTestStore,
  type TestStore,
} from "../testing/test-store.ts";

let store: TestStore;
const COUNT = 700;
beforeAll(async () => {
  store = await openTestStore();
  await store.client.appendToStream("numbers-1", numbersTo(COUNT), { expectedRevision: "no_stream" });
  await store.client.appendToStream("other-1", numbersTo(3, "Other"), { expectedRevision: "no_stream" });
});
afterAll(() => store.close());

const up = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const numbers = async (events: AsyncIterable<ResolvedEvent>) => (await collect(events)).map(numberOf);

describe("a stream", () => {
  const read = (options: Parameters<TestStore["client"]["readStream"]>[1]) =>
    numbers(store.client.readStream("numbers-1", options));

  test("a stream is read forwards, from its start and from a revision", async () => {
    expect(await read({})).toEqual(up(0, COUNT));
    expect(await read({ fromRevision: 690n })).toEqual(up(690, COUNT));
    expect(await read({ fromRevision: 10n, maxCount: 5 })).toEqual(up(10, 15));
    expect(await read({ fromRevision: 5000n })).toEqual([]);
    expect(await read({ maxCount: 300 })).toEqual(up(0, 300));
  });

  test("a stream is read backwards, from its end and from a revision", async () => {
    expect(await read({ direction: BACKWARDS, fromRevision: END })).toEqual(up(0, COUNT).reverse());
    expect(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([699, 698]);
    expect(await read({ direction: BACKWARDS, fromRevision: 2n })).toEqual([2, 1, 0]);
    expect(await read({ direction: BACKWARDS, fromRevision: START })).toEqual([0]);
  });

  test("an event of a stream has its revision, stream and position", async () => {
    const [event] = await collect(store.client.readStream("numbers-1", { fromRevision: 3n, maxCount: 1 }));
    expect(event?.event).toMatchObject({ streamId: "numbers-1", revision: 3n });
    const inLog = (await collect(store.client.readAll({ maxCount: 4 }))).at(-1);
    expect(event?.event?.position).toEqual(inLog?.event?.position);
    expect(event?.commitPosition).toBeUndefined();
  });

  test("a stream that was never written is not found", async () => {
    for (const direction of ["forwards", "backwards"] as const) {
      const error = await failure(collect(store.client.readStream("nobody-1", { direction })));
      expect(error).toMatchObject({ type: "stream-not-found" });
    }
  });

  test("a read of a stream can be ended in the middle", async () => {
    let seen = 0;
    for await (const event of store.client.readStream("numbers-1")) {
      expect(numberOf(event)).toBe(seen);
      seen += 1;
      if (seen === 20) break;
    }
    expect(seen).toBe(20);
  });
});

describe("$all", () => {
  const readAll = (options: ReadAllOptions): StreamingRead<ResolvedEvent> => store.client.readAll(options);

  test("$all is read forwards in the order of positions, and a position includes its event", async () => {
    const all = await collect(readAll({}));
    expect(all).toHaveLength(COUNT + 3);
    const positions = all.map(({ event }) => event?.position?.commit ?? 0n);
    expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)));
    const fromPosition = all[COUNT]?.event?.position ?? { commit: 0n, prepare: 0n };
    const rest = await collect(readAll({ fromPosition }));
    expect(rest.map(({ event }) => event?.type)).toEqual(["Other", "Other", "Other"]);
    expect(rest[0]?.commitPosition).toBe(fromPosition.commit);
    expect(await numbers(readAll({ maxCount: 4 }))).toEqual([0, 1, 2, 3]);
    expect(await collect(readAll({ fromPosition: END }))).toEqual([]);
  });

  test("$all is read backwards, and a position excludes its event", async () => {
    const back = await collect(readAll({ direction: BACKWARDS, fromPosition: END }));
    expect(back.map(numberOf)).toEqual([2, 1, 0, ...up(0, COUNT).reverse()]);
    const fromPosition = back[1]?.event?.position ?? { commit: 0n, prepare: 0n };
    const older = await numbers(readAll({ direction: BACKWARDS, fromPosition, maxCount: 2 }));
    expect(older).toEqual([0, COUNT - 1]);
    expect(await collect(readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([]);
  });
});

test("only the newest metadata of a stream are read, as they were written", async () => {
  const { client } = store;
  const metadata = { maxAge: 60, maxCount: 5, truncateBefore: 1, own: "value" };
  await client.setStreamMetadata("limited-1", { maxCount: 6 }, { expectedRevision: "no_stream" });
  await client.setStreamMetadata("limited-1", metadata, { expectedRevision: 0n });
  expect(await collect(client.readStream("$$limited-1"))).toHaveLength(1);
  expect((await client.getStreamMetadata("limited-1")).metadata).toEqual(metadata);
  expect(await client.getStreamMetadata("nobody-1")).toEqual({ streamName: "nobody-1" });
});

test("a feature that the server lacks is refused as not implemented", async () => {
  const { client } = store;
  const refused = [
    collect(client.readStream("numbers-1", { resolveLinkTos: true })),
    client.createPersistentSubscriptionToStream(
      "numbers-1",
      "group",
      persistentSubscriptionToStreamSettingsFromDefaults(),
    ),
    client.createProjection("p", "fromAll()"),
    client.listProjections(),
  ];
  for (const error of await Promise.all(refused.map(failure))) expect(error).toMatchObject({ code: 12 });
});
