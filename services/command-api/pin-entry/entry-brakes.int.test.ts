import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { PinEntryEvent } from "@ornament/contracts/pin-entry/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { type Logger, silentLogger } from "@ornament/platform/logging/logger";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { bindAggregates } from "../aggregates.ts";
import { createRequestLimits } from "../http/request-limits.ts";
import { freshCode } from "../testing/wrong-pins.ts";
import { type Finding, type LookUpPins, lookUpPins } from "./look-up-pins.ts";

/** A right PIN: all codes that begin with R are right. */
const rightPin = "RRRR777";
/** Wrong PINs without look-alikes. */
const fresh = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => freshCode(from + index));

/** Expects the refusal of an entry, by default with any time to wait. */
const limited = (retryAfterSeconds: unknown = expect.any(Number)) =>
  expect.objectContaining({ code: "pin_entry_limited", retryAfterSeconds });

const secrets = readSecrets(drawSecrets(), ["address"]);

/** Guards of PIN entry on one store, with a clock that only the test moves. */
class TestEntryGuards {
  readonly warn = jest.fn<Logger["warn"]>();
  /** The codes that were looked up. */
  readonly looked: string[] = [];
  now = new Date("2026-12-01T12:00:00Z");
  readonly store = createInMemoryEventStore({
    definitions: Object.values(eventCatalogue),
    now: () => this.now,
  });
  #commands = 0;

  /** The guard of another replica. */
  readonly replica = (store: EventStore = this.store): LookUpPins =>
    lookUpPins({
      pinEntries: bindAggregates(store).pinEntries,
      requestLimits: createRequestLimits({
        scale: 1,
        pause: async () => undefined,
        now: () => this.now.getTime(),
      }),
      uniformAnswers: { makeUp: async () => undefined, untilTick: async () => undefined },
      secrets,
      clock: () => this.now,
      logger: { ...silentLogger(), warn: this.warn },
    });

  readonly context = (more: Partial<CommandContext> = {}): CommandContext => {
    this.#commands += 1;
    return {
      commandId: `00000000-0000-4000-8000-${String(this.#commands).padStart(12, "0")}`,
      bodyHash: "body",
      correlationId: "correlation",
      actor: { kind: "consumer", id: 1 },
      now: this.now,
      ...more,
    };
  };

  advance(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }

  /** Returns the result for each PIN, or the refusal. */
  async enter(
    guard: LookUpPins,
    codes: string[],
    more: { consumerId?: number; ip?: string; context?: CommandContext } = {},
  ): Promise<Finding[] | Refusal> {
    const entry = { consumerId: 1, ip: "192.0.2.1", codes, context: this.context(), ...more };
    try {
      const { checked } = await guard(entry, async (code) => {
        this.looked.push(code);
        return code.startsWith("R") ? "free" : "unrecognised";
      });
      return checked.map(({ finding }) => finding);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** Wrong PINs of other accounts in a network, until it is over its limit. */
  async flood(guard: LookUpPins, ip = "192.0.2.1", firstAccount = 100): Promise<void> {
    for (let consumerId = firstAccount; consumerId < firstAccount + 20; consumerId += 1) {
      await this.enter(guard, fresh(10), { consumerId, ip });
    }
  }

  /** The recorded events of an account. */
  async recorded(consumerId = 1): Promise<readonly PinEntryEvent[]> {
    return (await this.store.read<PinEntryEvent>(streams.pinEntries(consumerId))).events;
  }
}

const minute = 60_000;
let guards: TestEntryGuards;
beforeEach(() => {
  guards = new TestEntryGuards();
});
afterEach(() => guards.store.close());

test("accounts in one network have only 200 wrong PINs looked up in an hour, and at most two each after that", async () => {
  const guard = guards.replica();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => guards.enter(guard, fresh(10), { consumerId: 100 + index })),
  );
  expect(guards.looked.length).toBeGreaterThanOrEqual(200);
  expect(guards.looked.length).toBeLessThanOrEqual(200 + 30 * 2);
});

test("accounts that guess at the same time from many networks have only 3,000 wrong PINs looked up, and at most two each after that", async () => {
  const guard = guards.replica();
  await Promise.all(
    Array.from({ length: 310 }, (_, index) =>
      guards.enter(guard, fresh(10), { consumerId: 100 + index, ip: `10.0.${index >> 8}.${index & 255}` }),
    ),
  );
  expect(guards.looked.length).toBeGreaterThanOrEqual(3000);
  expect(guards.looked.length).toBeLessThanOrEqual(3000 + 310 * 2);
});

test("the program log says once an hour that the wrong PINs of all accounts have reached their limit", async () => {
  const guard = guards.replica();
  for (let address = 1; address <= 15; address += 1)
    await guards.flood(guard, `192.0.2.${address}`, address * 1000);
  expect(guards.warn).not.toHaveBeenCalled();
  for (let count = 1; count <= 3; count += 1) expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
  expect(guards.warn).toHaveBeenCalledTimes(1);
  expect(guards.warn).toHaveBeenCalledWith(expect.stringContaining("everybody"));
});

test("an entry with many PINs gives no more guesses than many entries, and refused entries record nothing and make the wait no longer", async () => {
  const guard = guards.replica();
  expect(await guards.enter(guard, fresh(50))).toEqual(limited());
  expect(guards.looked).toHaveLength(10);
  guards.advance(minute);
  for (let n = 0; n < 5; n += 1) expect(await guards.enter(guard, [rightPin])).toEqual(limited(840));
  expect(await guards.recorded()).toHaveLength(11);
  guards.advance(14 * minute);
  expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
});

test("a repeated entry that is allowed more than the first time records what it looks up in addition", async () => {
  const guard = guards.replica();
  await guards.enter(guard, fresh(8, 20));
  guards.advance(10 * minute);
  const same = guards.context();
  expect(await guards.enter(guard, fresh(6), { context: same })).toEqual(limited(300));
  guards.advance(5 * minute);
  expect(await guards.enter(guard, fresh(6), { context: same })).toHaveLength(6);
  const wrong = (await guards.recorded()).filter(({ type }) => type === "PinEntryUnknown");
  expect(wrong).toHaveLength(8 + 6);
});
