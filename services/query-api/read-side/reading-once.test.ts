import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { routes } from "@ornament/contracts/api/routes";
import { Refusal } from "@ornament/contracts/errors";
import { pinsReadModel } from "@ornament/contracts/read-models/pins";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { settingsReadModel } from "@ornament/contracts/read-models/settings";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { silentLogger } from "@ornament/platform/logging/logger";
import type { Request } from "express";
import { fakeDatabase, generation } from "../testing/fake-registry.ts";
import { ReadSide } from "./read-side.ts";
import { beginsReads, readingOnce } from "./reading-once.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick"] });
});
afterEach(() => {
  jest.useRealTimers();
});

const unmoved = () => [generation("pins"), generation("settings")];

/** A store whose registry and documents the tests change. Where a limit is set, answers have that setting in place of the document. */
function storeOf(document: string) {
  return { registry: unmoved() as ProjectionGeneration[], document, limit: "" };
}
type Store = ReturnType<typeof storeOf>;

/** One query-api on the store. `ask` resolves with the answer's content; `whenRead` can hold up a read that has its document. */
function queryApiOn(store: Store, whenRead: () => Promise<unknown> = async () => undefined) {
  const { database } = fakeDatabase(() => store.registry);
  const state = { reads: 0 };
  const readSide = new ReadSide(database, silentLogger(), { pollMilliseconds: 0 });
  const handler = readingOnce<typeof routes.listBatches>(readSide, async (_asked, view) => {
    state.reads += 1;
    const limit = () => view.once(settingsReadModel, "limit", async () => store.limit);
    view.collection(pinsReadModel);
    const batchName = store.limit === "" ? store.document : await limit();
    await whenRead();
    if (batchName === "") throw new Refusal("consumer_not_found");
    return { rows: [{ batchName }] };
  });
  const requestOf = (originalUrl: string, headers: Record<string, string>) => {
    const req = { originalUrl, headers, params: {}, query: {} };
    return { req, route: routes.listBatches, headers, params: {}, query: {} };
  };
  const answerTo = async (request: ReturnType<typeof requestOf>) => {
    const answer = await handler(
      request as unknown as RouteRequest<typeof routes.listBatches>,
      { header: () => undefined } as never,
    );
    if (!(answer instanceof ReadyJson)) throw new Error("The answer is not ready");
    return JSON.parse(answer.bytes.toString()).rows[0].batchName;
  };
  const ask = (originalUrl = "/batches") => answerTo(requestOf(originalUrl, {}));
  const begin = beginsReads({ listBatches: handler });
  /** Begins the read while `meanwhile` runs and the caller's access is read, as authentication does. */
  const beginWith = async (request: ReturnType<typeof requestOf>, meanwhile: () => unknown) => {
    await readSide.read(request.req, ["pins"], 0n, async (_view, base) => {
      begin(request.req as unknown as Request, routes.listBatches, base);
      meanwhile();
    });
  };
  const askAhead = async (meanwhile = () => {}, headers = {}, url = "/batches") => {
    const request = requestOf(url, headers);
    await beginWith(request, meanwhile);
    return answerTo(request);
  };
  const beginAndRefuse = () => beginWith(requestOf("/batches", {}), () => undefined);
  return { ask, askAhead, beginAndRefuse, state };
}

test("while no read model changes, an answer is given again without a read", async () => {
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

/** The pins at a position, with the name of their content. */
const pinsAt = (commit: bigint, name: string, content = commit) =>
  generation("pins", { commit, content: name, contentAt: content });

test.each([
  ["the read model that it was read from has changed", pinsAt(11n, "b")],
  ["nothing says whether the read model has changed", generation("pins", { commit: 11n })],
  ["a projector of an earlier version has moved the read model", pinsAt(11n, "a", 10n)],
  [
    "the read model was rebuilt and another generation is live",
    { ...pinsAt(10n, "a"), ...generation("pins", { number: 2 }) },
  ],
  [
    "the store was emptied or restored, and was filled again to the same position",
    { ...pinsAt(10n, "a"), createdAt: new Date(1) },
  ],
])("an answer is read again when %s", async (_when, pins) => {
  const store = storeOf("before");
  store.registry = [pinsAt(10n, "a"), generation("settings")];
  const { ask } = queryApiOn(store);
  await ask();
  store.document = "after";
  store.registry = [pins, generation("settings")];
  expect(await ask()).toBe("after");
});

test.each([
  ["only read models that it was not read from have changed", pinsAt(10n, "a")],
  ["the read model has only passed events that it does not fold", pinsAt(11n, "a")],
])("an answer is given again when %s", async (_when, pins) => {
  const store = storeOf("before");
  store.registry = [pinsAt(10n, "a"), generation("settings")];
  const { ask, askAhead, state } = queryApiOn(store);
  await ask();
  await ask();
  store.document = "after";
  for (const commit of [11n, 12n, 13n]) {
    store.registry = [pins, generation("settings", { commit })];
    expect([await askAhead(), await ask()]).toEqual(["before", "before"]);
  }
  expect(state.reads).toBe(1);
});

test("an answer is read again when a read model has changed of which it has something that is read once", async () => {
  const store = storeOf("");
  store.limit = "3";
  store.registry = [pinsAt(10n, "a"), generation("settings")];
  const { ask, askAhead } = queryApiOn(store);
  await ask();
  await ask();
  store.limit = "4";
  store.registry = [pinsAt(11n, "a"), generation("settings", { commit: 11n })];
  expect([await askAhead(), await ask()]).toEqual(["4", "4"]);
});

test("what is read once is given again while its own read model stays the same, although the page has changed", async () => {
  const store = storeOf("");
  store.limit = "3";
  store.registry = [pinsAt(10n, "a"), generation("settings")];
  const { ask, askAhead, state } = queryApiOn(store);
  await ask();
  await ask();
  store.limit = "4";
  for (const [commit, name] of [
    [11n, "b"],
    [12n, "c"],
  ] as const) {
    store.registry = [pinsAt(commit, name), generation("settings")];
    expect(await askAhead()).toBe("3");
  }
  expect(state.reads).toBe(3);
});

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

describe("a read that begins before the registry shows what is live", () => {
  const movedOn = [generation("pins", { commit: 11n }), generation("settings", { commit: 11n })];

  test("a read that began before the look is answered and kept if nothing has moved", async () => {
    const { ask, askAhead, state } = queryApiOn(storeOf("one"));
    await ask("/other");
    expect(await askAhead()).toBe("one");
    expect(await ask()).toBe("one");
    expect(state.reads).toBe(2);
  });

  test("a read that began before the look is answered if read models have only moved on, but never given again", async () => {
    const store = storeOf("before");
    const { ask, askAhead, state } = queryApiOn(store);
    await ask("/other");
    store.registry = movedOn;
    const write = () => {
      store.document = "after";
    };
    expect(await askAhead(write)).toBe("before");
    expect(state.reads).toBe(2);
    expect(await ask()).toBe("after");
  });

  test.each([
    ["a rebuilt read model is live", { number: 2 }],
    ["the store was emptied and filled again", { createdAt: new Date(1) }],
    ["the store was restored from a backup", { commit: 9n }],
  ])("a read that began before the look is done again if %s meanwhile", async (_when, change) => {
    const store = storeOf("before");
    const { ask, askAhead } = queryApiOn(store);
    await ask("/other");
    store.registry = [generation("pins", change), generation("settings")];
    const answer = askAhead(() => {
      store.document = "after";
    });
    expect(await answer).toBe("after");
  });

  test("a read does not begin on a look that had not reached X-Read-After", async () => {
    const store = storeOf("before");
    const { ask, askAhead } = queryApiOn(store);
    await ask("/other");
    store.registry = movedOn;
    const write = () => {
      store.document = "the caller's own write";
    };
    expect(await askAhead(write, { "x-read-after": "11" })).toBe("the caller's own write");
  });

  test("a read does not begin where the answer is known and nothing moved between the two latest looks", async () => {
    const { ask, askAhead, state } = queryApiOn(storeOf("one"));
    await ask();
    await ask();
    expect(await askAhead()).toBe("one");
    expect(state.reads).toBe(1);
  });

  test("while read models move between all looks, each page is read once, before its look", async () => {
    const store = storeOf("before");
    const { ask, askAhead, state } = queryApiOn(store);
    await ask();
    for (const commit of [11n, 12n, 13n]) {
      store.document = `at ${commit}`;
      store.registry = [generation("pins", { commit }), generation("settings", { commit })];
      expect(await askAhead()).toBe(store.document);
    }
    expect(state.reads).toBe(4);
  });

  test("a read that failed before the look fails no request that reads again", async () => {
    const store = storeOf("one");
    const { ask, askAhead } = queryApiOn(store);
    await ask("/other");
    store.document = "";
    store.registry = [generation("pins", { number: 2 }), generation("settings")];
    const answer = askAhead(() => {
      store.document = "another";
    });
    expect(await answer).toBe("another");
  });

  test("what is read once for a look is given to reads that begin before the next one, unless something has moved", async () => {
    const store = storeOf("");
    store.limit = "3";
    const { ask, askAhead, state } = queryApiOn(store);
    await ask("/other");
    await ask("/other");
    store.limit = "4";
    expect(await askAhead()).toBe("3");
    expect(state.reads).toBe(2);
    store.registry = movedOn;
    expect(await askAhead(() => undefined, {}, "/third")).toBe("4");
    expect(state.reads).toBe(4);
  });

  test("while read models move between all looks, a read that began before its look has the newest of what is read once", async () => {
    const store = storeOf("");
    store.limit = "3";
    const { ask, askAhead, state } = queryApiOn(store);
    await ask("/other");
    store.limit = "4";
    store.registry = movedOn;
    expect(await askAhead()).toBe("4");
    expect(state.reads).toBe(2);
  });

  test("what was read for a refused caller is not given to anybody", async () => {
    const store = storeOf("before");
    const { ask, beginAndRefuse, state } = queryApiOn(store);
    await ask("/other");
    await beginAndRefuse();
    store.document = "after";
    expect(await ask()).toBe("after");
    expect(state.reads).toBe(3);
  });
});
