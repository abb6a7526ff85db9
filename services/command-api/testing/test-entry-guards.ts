import { expect, jest } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { PinEntryEvent } from "@ornament/contracts/pin-entry/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import { silentLogger } from "@ornament/platform/logging/logger";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { bindAggregates } from "../aggregates.ts";
import { createRequestLimits } from "../http/request-limits.ts";
import { type Finding, type LookUpPins, lookUpPins } from "../pin-entry/look-up-pins.ts";
import { freshCode } from "./wrong-pins.ts";

/** A right PIN: all codes that begin with R are right. */
export const rightPin = "RRRR777";
/** Wrong PINs without look-alikes. */
export const fresh = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => freshCode(from + index));

/** Expects the refusal of an entry, by default with any time to wait. */
export const limited = (retryAfterSeconds: unknown = expect.any(Number)) =>
  expect.objectContaining({ code: "pin_entry_limited", retryAfterSeconds });

const secrets = readSecrets(drawSecrets(), ["address"]);

/** Guards of PIN entry on one store, with a clock that only the test moves. */
export class TestEntryGuards {
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
