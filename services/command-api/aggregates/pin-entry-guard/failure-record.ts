import { Refusal } from "@ornament/contracts/errors";
import type { GuardEvent } from "@ornament/contracts/events/guard";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { EntryFailure } from "./allowance.ts";

const keptSeconds = 3600;
const stream = streams.pinEntryGuard;

/** The wrong PINs of the last hour. They are read from `guard-pinEntry` once, and then only the new ones. */
export class FailureRecord {
  readonly #store: EventStore;
  #events: StoredEvent<GuardEvent>[] = [];
  #ids = new Set<string>();
  #last: bigint | undefined;
  #retentionSet = false;

  constructor(store: EventStore) {
    this.#store = store;
  }

  async refresh(now: Date): Promise<void> {
    const { events } = await this.#store.read<GuardEvent>(stream, { fromRevision: this.#last });
    // Events that another refresh has read meanwhile are not taken twice.
    const fresh = events.filter(({ revision }) => revision > (this.#last ?? -1n));
    this.#last = fresh.at(-1)?.revision ?? this.#last;
    for (const event of fresh) if (!this.#ids.has(event.id)) this.#keep(event);
    const oldest = now.getTime() - keptSeconds * 1000;
    this.#events = this.#events.filter(({ createdAt }) => createdAt.getTime() > oldest);
    this.#ids = new Set(this.#events.map(({ id }) => id));
  }

  /** A repeated append may be in the stream twice: the event store recognises repeated ids only at an exact revision. */
  #keep(event: StoredEvent<GuardEvent>): void {
    this.#events.push(event);
    this.#ids.add(event.id);
  }

  /** Whether failures of this command are recorded already. Throws `idempotency_key_reused` for another body. */
  holds(context: CommandContext): boolean {
    const own = this.#events.filter(({ metadata }) => metadata.commandId === context.commandId);
    if (own.some(({ metadata }) => metadata.bodyHash !== context.bodyHash)) {
      throw new Refusal("idempotency_key_reused");
    }
    return own.length > 0;
  }

  /** All failures except those of the command itself. */
  before(context: CommandContext): EntryFailure[] {
    return this.#events
      .filter(({ metadata }) => metadata.commandId !== context.commandId)
      .map(({ data, createdAt }) => ({ ...data, at: createdAt.getTime() }));
  }

  /**
   * Records failures. They are appended at any revision, because counting needs no order. A repeated append may then be
   * in the stream twice with the same ids, so `refresh` counts each id once.
   */
  async add(
    count: number,
    who: { consumerId: number; source: string },
    context: CommandContext,
  ): Promise<void> {
    if (count === 0) return;
    const event: GuardEvent = { type: "PinEntryFailed", data: who };
    const events = Array.from({ length: count }, () => event);
    const { position } = await this.#store.append(stream, "any", events, context);
    context.positions?.note(position);
    if (this.#retentionSet) return;
    await this.#store.setStreamMetadata(stream, { maxAge: keptSeconds });
    this.#retentionSet = true;
  }
}
