import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { createConnection } from "node:net";
import { START } from "@eventstore/db-client";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numbered,
  numberOf,
  openTestStore,
  storeForEachTest,
  type TestStore,
} from "@ornament/embedded/eventstore/testing/test-store";

const store = storeForEachTest("on a port");

const append = (n: number) => store.client.appendToStream("a-1", numbered(n));
const read = async () => (await collect(store.client.readStream("a-1"))).map(numberOf);

/** Repeats the work until it succeeds, as a program that waits for a server does. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise(setImmediate);
    }
  }
}

describe("a server that refuses connections", () => {
  test("a server that refuses connections is unavailable, and later answers on the same port with all its events", async () => {
    await append(1);
    const { port } = store.server;
    const subscription = store.client.subscribeToAll({ fromPosition: START });
    const ended = failure(collect(subscription));
    await once(subscription, "confirmation");
    store.server.front.refuse();
    expect(await ended).toMatchObject({ type: "unavailable" });
    expect(await failure(read())).toMatchObject({ type: "unavailable" });
    const [refused] = await once(createConnection(port, "127.0.0.1"), "error");
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
    await store.server.front.accept();
    expect(store.server.port).toBe(port);
    expect(await untilDone(read)).toEqual([1]);
  });

  test("a server that refuses connections can be restarted", async () => {
    await append(1);
    store.server.front.refuse();
    await store.restart();
    expect(await untilDone(read)).toEqual([1]);
  });
});

test("cut connections end open calls, and the next call gets a new connection", async () => {
  const subscription = store.client.subscribeToAll({ fromPosition: START });
  const ended = failure(collect(subscription));
  await once(subscription, "confirmation");
  store.server.front.cut();
  expect(await ended).toMatchObject({ type: "unavailable" });
  await untilDone(() => append(1));
  expect(await untilDone(read)).toContain(1);
});

describe("a frozen server", () => {
  let session: ClientHttp2Session;
  let other: TestStore;
  beforeEach(async () => {
    other = await openTestStore("on a port");
    session = connectHttp2(`http://127.0.0.1:${store.server.port}`);
    await once(session, "connect");
    await ping(session);
  });
  afterEach(async () => {
    session.destroy();
    await other.close();
  });

  const ping = (to: ClientHttp2Session) =>
    new Promise<void>((resolve, reject) => to.ping((error) => (error ? reject(error) : resolve())));
  /** The time of a hundred calls to a server that isn't frozen. */
  const aWhile = async () => {
    for (let n = 0; n < 100; n += 1) await other.client.appendToStream("b-1", numbered(n));
  };

  test("a frozen server answers neither calls nor pings, and answers all of them after the thaw", async () => {
    await append(1);
    const { front } = store.server;
    const answered: string[] = [];
    front.freeze();
    const appended = append(2).then(() => answered.push("appended"));
    const pinged = ping(session).then(() => answered.push("pinged"));
    const late = connectHttp2(`http://127.0.0.1:${store.server.port}`);
    await once(
      late.on("error", () => undefined),
      "connect",
    );
    const pingedLate = ping(late).then(() => answered.push("pinged on a new connection"));
    await aWhile();
    expect(answered).toEqual([]);
    front.thaw();
    await Promise.all([appended, pinged, pingedLate]);
    expect(await read()).toEqual([1, 2]);
    late.destroy();
  });

  test("a call to a frozen server ends by its deadline", async () => {
    await append(1);
    store.server.front.freeze();
    const late = store.client.deleteStream("a-1", { deadline: 300 });
    expect(await failure(late)).toMatchObject({ type: "deadline-exceeded" });
    store.server.front.thaw();
  });

  test("a frozen server can be stopped in the same process", async () => {
    store.server.front.freeze();
    await store.restart();
    await untilDone(() => append(1));
  });
});
