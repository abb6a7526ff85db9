import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Parts } from "../compose-parts.ts";
import { claimForRegistration } from "../consumers/claim-emails.ts";
import type { ConsumerCommand } from "../consumers/commands.ts";
import { type CompletionOptions, startCompletions } from "../steps/completions.ts";
import { type TestClock, testParts, testStore } from "./test-command-api.ts";

/** The metadata of events that a test writes. */
export const cause = { correlationId: "test", actor: { kind: "admin", id: 1, role: "ADMIN" } } as const;

/** Accounts and PINs on an in-memory event store, and completions that run on it until `stop`. */
export class TestCompletions {
  readonly store: EventStore;
  readonly parts: Parts;
  readonly #running: ReturnType<typeof startCompletions>[] = [];

  constructor(clock?: TestClock) {
    this.store = testStore(clock);
    this.parts = testParts({ store: this.store, ...(clock ? { clock: clock.now } : {}) });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((completions) => completions.stop()));
    await this.store.close();
  }

  onAccount(consumerId: number, command: ConsumerCommand) {
    return this.parts.consumers.handle(consumerId, command, this.parts.contexts.fresh(cause));
  }

  /** Registers an account and claims its email address. Returns its id. */
  async account(email: string): Promise<number> {
    const { randomNonce, clock } = this.parts;
    const consumerId = await claimForRegistration(this.parts, email, cause);
    const now = clock().getTime();
    const registration = { email, passwordHash: "hash", marketingEmail: false, nonce: randomNonce(), now };
    await this.onAccount(consumerId, { type: "Register", consumerId, ...registration });
    return consumerId;
  }

  /** Registers a PIN to an account, without the step that adds it to the account. */
  async registerPin(code: string, consumerId: number, name = ""): Promise<void> {
    const { pins, contexts } = this.parts;
    const imported = { type: "Import", code, batchName: "test.csv", importId: "test" } as const;
    for (const command of [imported, { type: "Register", consumerId, name } as const]) {
      await pins.handle(code, command, contexts.fresh(cause));
    }
  }

  /** Starts completions and waits until they have completed everything in the event store. */
  async complete(options: CompletionOptions = {}, parts: Parts = this.parts): Promise<void> {
    const started = { graceMilliseconds: 0, checkpointMilliseconds: 0, ...options };
    const completions = startCompletions(parts, started);
    this.#running.push(completions);
    await completions.caughtUp();
  }

  async eventsOf(consumerId: number) {
    return (await this.store.read<ConsumerEvent>(streams.consumer(consumerId))).events;
  }

  async typesOf(stream: string): Promise<string[]> {
    return (await this.store.read(stream)).events.map(({ type }) => type);
  }
}
