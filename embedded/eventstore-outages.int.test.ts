import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { withinDeadline } from "@ornament/platform/deadline/deadline";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { raised, testDefinitions, testMetadata } from "@ornament/platform/eventstore/testing/test-events";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics, type Metrics } from "@ornament/platform/metrics/metrics";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { type FaultyEventStore, startFaultyEventStore } from "@ornament/testing/stores/faulty-event-store";
import { temporaryFolder } from "./eventstore/testing/test-store.ts";

const masterKey = serverKey(randomBytes(32));

/** The platform's event store client on a server that fails like a real one. */
describe("the event store client in an outage", () => {
  let dataDir: string;
  let server: FaultyEventStore;
  let store: EventStore;
  let logged: string[] = [];
  let metrics: Metrics;
  const opened: EventStore[] = [];

  const open = (connectionString = server.connectionString) => {
    const session = openEventStore({
      connectionString,
      definitions: testDefinitions,
      masterKey,
      logger: silentLogger(),
      metrics,
      outages: {
        away: () => logged.push("away"),
        back: () => logged.push("back"),
      },
    });
    opened.push(session);
    return session;
  };
  const append = (stream: string, session = store) =>
    session.append(stream, "no_stream", [raised(1)], testMetadata);
  const valuesOf = async (stream: string) => (await store.read(stream)).events.map(({ data }) => data);
  /** Repeats a refused call, as callers do. */
  const untilDone = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
      }
    }
  };

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    server = await startFaultyEventStore({ dataDir });
    logged = [];
    metrics = createMetrics({ service: "test", processMetrics: false });
    store = open();
  });

  afterEach(async () => {
    server.front.thaw();
    await Promise.all(opened.splice(0).map((session) => session.close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("appends succeed again after the cluster could not be found for a time", async () => {
    server.faults.failGossip(25);
    const discovering = open(server.connectionString.replace("esdb://", "esdb+discover://"));
    await expect(withinDeadline(1_000, () => append("counter-1", discovering))).rejects.toBeInstanceOf(
      UnavailableError,
    );
    await untilDone(() => append("counter-2", discovering));
    expect(await valuesOf("counter-2")).toEqual([{ by: 1 }]);
  });

  test("appends work while the server can't name its features", async () => {
    server.faults.failFeatures(3);
    await append("counter-1");
    expect(await valuesOf("counter-1")).toEqual([{ by: 1 }]);
  });

  test("an answer that arrives after the client has a new connection is received, and later appends are answered", async () => {
    await append("counter-0");
    const letGo = server.faults.answerLate({ what: "append", times: 1 });
    const late = append("counter-1");
    await expect(untilSeen("counter-1")).resolves.toBe(true);
    server.faults.notLeader({ host: "127.0.0.1", port: server.port });
    await store.deleteStream("counter-0", 0n).catch(() => undefined);
    server.faults.notLeader(undefined);
    await append("counter-2");
    letGo();
    await expect(late).resolves.toMatchObject({ revision: 0n });
    await append("counter-3");
  });

  async function untilSeen(stream: string): Promise<boolean> {
    while ((await store.read(stream)).revision === "no_stream") await new Promise(setImmediate);
    return true;
  }

  test("appends to many streams through cut connections are written once each", async () => {
    const streams = Array.from({ length: 300 }, (_, index) => `counter-${index}`);
    for (let first = 0; first < streams.length; first += 30) {
      const appends = streams.slice(first, first + 30).map((stream) => {
        const commandId = crypto.randomUUID();
        return untilDone(() =>
          store.append(stream, "no_stream", [raised(1)], { ...testMetadata, commandId }),
        );
      });
      await Promise.race(appends);
      server.front.cut();
      await Promise.all(appends);
    }
    for (const stream of streams) expect(await untilDone(() => valuesOf(stream))).toEqual([{ by: 1 }]);
  });

  test("calls fail and one line is logged while the event store is down, and calls succeed after its return", async () => {
    await append("counter-1");
    server.front.refuse();
    await expect(withinDeadline(3_000, () => append("counter-2"))).rejects.toBeInstanceOf(UnavailableError);
    for (let call = 0; call < 50; call += 1)
      await expect(append(`counter-9${call}`)).rejects.toBeInstanceOf(UnavailableError);
    expect(store.outage()).not.toBe("none");
    await server.front.accept();
    await untilDone(() => append("counter-3"));
    await untilDone(() => store.head());
    expect(logged).toEqual(["away", "back"]);
  });

  test("a call to a frozen event store fails at the request's deadline, and succeeds after it resumes", async () => {
    await append("counter-1");
    server.front.freeze();
    const calls = Array.from({ length: 20 }, (_, index) =>
      withinDeadline(2_000, () => append(`counter-2${index}`)).catch((error: unknown) => error),
    );
    for (const refused of await Promise.all(calls)) expect(refused).toMatchObject({ status: 503 });
    server.front.thaw();
    await untilDone(() => append("counter-3"));
  });

  test("an event store that only answers reads is recognised, and later appends succeed without a restart", async () => {
    await append("counter-1");
    server.faults.failAppends("no-quorum");
    await expect(withinDeadline(2_500, () => append("counter-2"))).rejects.toBeInstanceOf(UnavailableError);
    expect(store.outage()).toBe("appends");
    expect(await valuesOf("counter-1")).toEqual([{ by: 1 }]);
    server.faults.failAppends(undefined);
    await untilDone(() => append("counter-3"));
    expect(store.outage()).toBe("none");
    expect(logged).toEqual(["away", "back"]);
  });

  test("a subscription that was dropped as too slow continues and misses no event", async () => {
    const seen: number[] = [];
    let wake = () => {};
    const subscription = store.subscribeToAll({
      name: "test",
      from: "start",
      onBatch: async ({ events }) => {
        for (const event of events) seen.push((event.data as { by: number }).by);
        wake();
      },
    });
    await subscription.caughtUp();
    for (let n = 0; n < 10; n += 1) {
      await store.append(`counter-${n}`, "no_stream", [raised(n)], testMetadata);
      server.faults.dropSubscriptions();
    }
    await new Promise<void>((resolve) => {
      wake = () => {
        if (seen.length >= 10) resolve();
      };
      wake();
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(logged).toEqual([]);
  });
});
