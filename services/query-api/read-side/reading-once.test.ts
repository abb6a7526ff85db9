import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { routes } from "@ornament/contracts/api/routes";
import { Refusal } from "@ornament/contracts/errors";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { silentLogger } from "@ornament/platform/logging/logger";
import { fakeDatabase, generation } from "../testing/fake-registry.ts";
import { ReadSide } from "./read-side.ts";
import { readingOnce } from "./reading.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick"] });
});
afterEach(() => {
  jest.useRealTimers();
});

const unmoved = () => [generation("pins"), generation("settings")];

/** A store whose registry and documents the tests change. */
function storeOf(document: string) {
  return { registry: unmoved() as ProjectionGeneration[], document };
}
type Store = ReturnType<typeof storeOf>;

/** One query-api on the store. `ask` resolves with the answer's content; `whenRead` can hold up a read that has its document. */
function queryApiOn(store: Store, whenRead: () => Promise<unknown> = async () => undefined) {
  const { database } = fakeDatabase(() => store.registry);
  const state = { reads: 0 };
  const handler = readingOnce<typeof routes.listBatches>(
    new ReadSide(database, silentLogger(), { pollMilliseconds: 0 }),
    async () => {
      state.reads += 1;
      const batchName = store.document;
      await whenRead();
      if (batchName === "") throw new Refusal("consumer_not_found");
      return { rows: [{ batchName }] };
    },
  );
  const ask = async (originalUrl = "/batches") => {
    const req = { originalUrl };
    const request = { req, route: routes.listBatches, headers: {}, params: {}, query: {} };
    const answer = await handler(
      request as unknown as RouteRequest<typeof routes.listBatches>,
      undefined as never,
    );
    if (!(answer instanceof ReadyJson)) throw new Error("The answer is not ready");
    return JSON.parse(answer.bytes.toString()).rows[0].batchName;
  };
  return { ask, state };
}

test("while no read model moves, an answer is given again without a read", async () => {
  const { ask, state } = queryApiOn(storeOf("one"));
  expect([await ask(), await ask(), await ask()]).toEqual(["one", "one", "one"]);
  expect(state.reads).toBe(1);
});

test("each URL has an answer of its own", async () => {
  const store = storeOf("one");
  const { ask } = queryApiOn(store);
  await ask();
  store.document = "two";
  expect([await ask("/batches?limit=50"), await ask()]).toEqual(["two", "one"]);
});

test.each([
  ["a read model that the page depends on has moved", { pins: { commit: 11n } }],
  ["another read model has moved, such as the settings with the device limit", { settings: { commit: 11n } }],
  ["a read model was rebuilt and another generation is live", { pins: { number: 2 } }],
  [
    "the store was emptied or restored, and was filled again to the same position",
    { pins: { createdAt: new Date(1) } },
  ],
] satisfies [string, { pins?: Partial<ProjectionGeneration>; settings?: Partial<ProjectionGeneration> }][])(
  "an answer is read again when %s",
  async (_when, { pins, settings }: { pins?: object; settings?: object }) => {
    const store = storeOf("before");
    const { ask } = queryApiOn(store);
    await ask();
    store.document = "after";
    store.registry = [generation("pins", pins), generation("settings", settings)];
    expect(await ask()).toBe("after");
  },
);

test("a page that was read in the middle of a batch is read again when the batch is complete", async () => {
  const store = storeOf("before");
  const { ask } = queryApiOn(store);
  store.document = "half of the batch";
  expect(await ask()).toBe("half of the batch");
  store.document = "the whole batch";
  store.registry = [generation("pins", { commit: 11n }), generation("settings", { commit: 11n })];
  expect(await ask()).toBe("the whole batch");
});

test("an answer whose read began before a move and ended after it is not given to later requests", async () => {
  let goOn = () => {};
  const held = [new Promise<void>((resolve) => (goOn = resolve))];
  const store = storeOf("before");
  const { ask } = queryApiOn(store, () => held.shift() ?? Promise.resolve());
  const begun = ask();
  await jest.advanceTimersByTimeAsync(0);
  store.document = "after";
  store.registry = [generation("pins", { commit: 11n }), generation("settings")];
  expect(await ask()).toBe("after");
  goOn();
  expect(await begun).toBe("before");
  expect(await ask()).toBe("after");
});

test("two query-apis each see a move of the read models with the next request", async () => {
  const store = storeOf("before");
  const one = queryApiOn(store);
  const other = queryApiOn(store);
  expect([await one.ask(), await other.ask()]).toEqual(["before", "before"]);
  store.document = "after";
  store.registry = [generation("pins", { commit: 11n }), generation("settings")];
  expect([await one.ask(), await other.ask()]).toEqual(["after", "after"]);
});

test("an answer is read again after 5 s, even if no read model moves", async () => {
  const store = storeOf("before");
  const { ask } = queryApiOn(store);
  await ask();
  store.document = "after";
  jest.advanceTimersByTime(4_999);
  expect(await ask()).toBe("before");
  jest.advanceTimersByTime(1);
  expect(await ask()).toBe("after");
});

test("a refusal is not kept", async () => {
  const store = storeOf("");
  const { ask } = queryApiOn(store);
  await expect(ask()).rejects.toMatchObject({ code: "consumer_not_found" });
  store.document = "one";
  expect(await ask()).toBe("one");
});
