import {
  BACKWARDS,
  END,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type ResolvedEvent,
} from "@eventstore/db-client";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { failure, numberOf, numbersTo, openTestStore, type TestStore } from "../testing/test-store.ts";

let store: TestStore;
const COUNT = 700;
beforeAll(async () => {
  store = await openTestStore();
  await store.client.appendToStream("numbers-1", numbersTo(COUNT), { expectedRevision: "no_stream" });
  await store.client.appendToStream("other-1", numbersTo(3, "Other"), { expectedRevision: "no_stream" });
});
afterAll(() => store.close());

const up = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const numbers = async (events: AsyncIterable<ResolvedEvent>) => (await listOf(events)).map(numberOf);

test("a stream and $all of several pages are read whole in both directions", async () => {
  const { client } = store;
  const back = { direction: BACKWARDS } as const;
  expect(await numbers(client.readStream("numbers-1"))).toEqual(up(0, COUNT));
  expect(await numbers(client.readStream("numbers-1", { ...back, fromRevision: END }))).toEqual(
    up(0, COUNT).reverse(),
  );
  const all = [...up(0, COUNT), 0, 1, 2];
  expect(await numbers(client.readAll())).toEqual(all);
  expect(await numbers(client.readAll({ ...back, fromPosition: END }))).toEqual(all.toReversed());
});

test("only the newest metadata of a stream are read, as they were written", async () => {
  const { client } = store;
  const metadata = { maxAge: 60, maxCount: 5, truncateBefore: 1, own: "value" };
  await client.setStreamMetadata("limited-1", { maxCount: 6 }, { expectedRevision: "no_stream" });
  await client.setStreamMetadata("limited-1", metadata, { expectedRevision: 0n });
  expect(await listOf(client.readStream("$$limited-1"))).toHaveLength(1);
  expect((await client.getStreamMetadata("limited-1")).metadata).toEqual(metadata);
  expect(await client.getStreamMetadata("nobody-1")).toEqual({ streamName: "nobody-1" });
});

test("a feature that the server lacks is refused as not implemented", async () => {
  const { client } = store;
  const refused = [
    listOf(client.readStream("numbers-1", { resolveLinkTos: true })),
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
