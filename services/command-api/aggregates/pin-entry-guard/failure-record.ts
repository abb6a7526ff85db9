import { Refusal } from "@ornament/contracts/errors";
import type { GuardEvent } from "@ornament/contracts/events/guard";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { EntryFailure } from "./allowance.ts";

const keptSeconds = 3600;
const stream = streams.pinEntryGuard;

/** The failures of the last hour: read from `guard-pinEntry` once, then only what is new. */
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
    // Another refresh may have been faster: its events are not taken twice.
    const fresh = events.filter(({ revision }) => revision > (this.#last ?? -1n));
    this.#last = fresh.at(-1)?.revision ?? this.#last;
    for (const event of fresh) if (!this.#ids.has(event.id)) this.#keep(event);
    const oldest = now.getTime() - keptSeconds * 1000;
    this.#events = this.#events.filter(({ createdAt }) => createdAt.getTime() > oldest);
    this.#ids = new Set(this.#events.map(({ id }) => id));
  }

  /** An append that was repeated may be in the stream twice: the store finds repeated ids only at an exact revision. */
  #keep(event: StoredEvent<GuardEvent>): void {
    this.#events.push(event);
    this.#ids.add(event.id);
  }

  /** Whether the same command has failed before: it is then not counted again. Throws for another body. */
  holds(context: CommandContext): boolean {
    const own = this.#events.filter(({ metadata }) => metadata.commandId === context.commandId);
    if (own.some(({ metadata }) => metadata.bodyHash !== context.bodyHash)) {
      throw new Refusal("idempotency_key_reused");
    }
    return own.length > 0;
  }

  /** All failures but those of the command itself. */
  before(context: CommandContext): EntryFailure[] {
    return this.#events
      .filter(({ metadata }) => metadata.commandId !== context.commandId)
      .map(({ data, createdAt }) => ({ ...data, at: createdAt.getTime() }));
  }

  /**
   * Appended at any revision, because counting needs no order. A repeated append may then be there twice with the same
   * ids, so `refresh` counts distinct ids.
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
