import { describe, expect, test } from "@jest/globals";
import { oneAtATime } from "../commands/one-at-a-time.ts";
import { createEventStore } from "../eventstore/client/event-store-client.ts";
import { InMemoryLog } from "../eventstore/emulation/in-memory-log.ts";
import { StorageFullError, UnavailableError } from "../eventstore/event-store.ts";
import { within } from "../eventstore/outages/waiting.ts";
import { raised, testDefinitions, testMetadata } from "../eventstore/testing/test-events.ts";
import { silentLogger } from "../logging/logger.ts";
import { serverKey } from "../tokens/keyed-hash.ts";
import { awaitTurn, noteAppend, remainingMilliseconds, withinDeadline, withoutDeadline } from "./deadline.ts";

const never = () => new Promise<never>(() => undefined);

/** A log that stops answering when it is told to, and counts what it was asked. */
class StallingLog extends InMemoryLog {
  stalled = false;
  appends = 0;

  override append(...call: Parameters<InMemoryLog["append"]>) {
    this.appends += 1;
    return this.stalled ? never() : super.append(...call);
  }

  override readStream(...call: Parameters<InMemoryLog["readStream"]>) {
    if (!this.stalled) return super.readStream(...call);
    return { cancel: () => undefined, [Symbol.asyncIterator]: () => ({ next: never }) };
  }
}

function stalling() {
  const log = new StallingLog();
  const store = createEventStore(log, {
    definitions: testDefinitions,
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
  });
  return { log, store, append: () => store.append("counter-1", "any", [raised(1)], testMetadata) };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a deadline", () => {
  test("refuses work of any kind that outlasts it, and hands on what ends before", async () => {
    await expect(withinDeadline(30, never)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await expect(withinDeadline(5_000, async () => 7)).resolves.toBe(7);
    await expect(withinDeadline(5_000, () => Promise.reject(new Error("own")))).rejects.toThrow("own");
  });

  test("is shared by everything that is waited for in it, one after another", async () => {
    const began = performance.now();
    await withinDeadline(150, async () => {
      for (let turn = 0; turn < 50; turn += 1) await failureOf(within(40, never()));
    }).catch(() => undefined);
    expect(performance.now() - began).toBeLessThan(2_000);
    await withinDeadline(60_000, async () => expect(remainingMilliseconds()).toBeLessThanOrEqual(60_000));
    expect(remainingMilliseconds()).toBe(Number.POSITIVE_INFINITY);
  });

  test("says that the outcome is unknown once something may have been written", async () => {
    const written = withinDeadline(30, async () => {
      noteAppend();
      return never();
    });
    await expect(written).rejects.toMatchObject({ code: "outcome_unknown", retryAfterSeconds: 2 });
    const definite = withinDeadline(5_000, async () => {
      noteAppend();
      throw new StorageFullError();
    });
    await expect(definite).rejects.toMatchObject({ code: "storage_full" });
  });

  test("does not count for work that others share", async () => {
    const left = await withinDeadline(5_000, async () => withoutDeadline(() => remainingMilliseconds()));
    expect(left).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("waiting for a turn under a deadline", () => {
  test("counts, and is refused as busy at the end: nothing of the work was begun", async () => {
    const refused = withinDeadline(30, () => awaitTurn(never()));
    await expect(refused).rejects.toMatchObject({ code: "busy", status: 503, retryAfterSeconds: 2 });
  });

  test("is no excuse for work that was begun: its outcome is unknown", async () => {
    const refused = withinDeadline(30, async () => {
      noteAppend();
      await awaitTurn(never());
    });
    await expect(refused).rejects.toMatchObject({ code: "outcome_unknown" });
  });

  test("ends for all of a queue at their deadlines, and of those only the first has asked the store", async () => {
    const { log, append } = stalling();
    log.stalled = true;
    const turns = oneAtATime();
    const began = performance.now();
    const queue = Array.from({ length: 40 }, () => withinDeadline(500, () => turns("stream", append)));
    const outcomes = await Promise.allSettled(queue);
    expect(performance.now() - began).toBeLessThan(2_500);
    const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "done"));
    expect(codes[0]).toBe("outcome_unknown");
    // Whose turn comes in its last moment is told that the store is not there.
    expect(new Set(codes.slice(1))).not.toContain("outcome_unknown");
    expect(codes.at(-1)).toMatch(/^(busy|unavailable)$/);
    expect(log.appends).toBe(1);
  });

  test("goes on with the next request when the one before it has ended", async () => {
    const turns = oneAtATime();
    const first = withinDeadline(30, () => turns("stream", () => within(50, never())));
    const second = withinDeadline(10_000, () => turns("stream", async () => "done"));
    await expect(first).rejects.toMatchObject({ code: "unavailable" });
    await expect(second).resolves.toBe("done");
  });
});

describe("the event store under a deadline", () => {
  test("a read that gets no answer is unavailable at its end", async () => {
    const { log, store } = stalling();
    log.stalled = true;
    const began = performance.now();
    const error = await failureOf(withinDeadline(100, () => store.read("counter-1")));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test("an append that gets no answer has an unknown outcome, also after a read that got one", async () => {
    const { log, store, append } = stalling();
    await append();
    const error = await failureOf(
      withinDeadline(400, async () => {
        await store.read("counter-1");
        log.stalled = true;
        await append();
      }),
    );
    expect(error).toMatchObject({ code: "outcome_unknown", status: 503 });
  });

  test("begins no append after the end, for a request that has been answered", async () => {
    const { log, append } = stalling();
    let late: Promise<unknown> = never();
    let wake: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const refused = withinDeadline(30, () => {
      late = turn.then(append);
      return late;
    });
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    wake();
    await expect(late).rejects.toBeInstanceOf(UnavailableError);
    expect(log.appends).toBe(0);
  });
});
