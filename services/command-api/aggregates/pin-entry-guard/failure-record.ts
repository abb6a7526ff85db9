import type { GuardEvent } from "@ornament/contracts/events/guard";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import { waitInQueue, withoutDeadline } from "@ornament/platform/deadline/deadline";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { entryLimits, guessCosts } from "./allowance.ts";
import type { EntryFailure, PastFailures } from "./entry-tally.ts";
import { SlidingWindow } from "./sliding-window.ts";

const hour = 3_600_000;
const day = 24 * hour;
const stream = streams.pinEntryGuard;
const eventsAtOnce = 5_000;
const nothing = new SlidingWindow<{ at: number }>(0);

interface Recorded extends EntryFailure {
  readonly id: string;
  readonly commandId: string | undefined;
}

/**
 * The wrong PINs of the last 24 hours. `guard-pinEntry` is read once in full, and then only its new events.
 */
export class FailureRecord {
  readonly #store: EventStore;
  readonly #everyone = new SlidingWindow<{ at: number; consumerId: number }>(day);
  readonly #accounts = new Map<number, SlidingWindow<Recorded>>();
  readonly #everybody = new SlidingWindow<{ at: number; source: string }>(
    entryLimits.everybody.windowMilliseconds,
  );
  readonly #sources = new Map<string, SlidingWindow<{ at: number }>>();
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #last: bigint | undefined;
  #retentionSetAt = Number.NEGATIVE_INFINITY;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * Reads new events. Entries that ask during a read share the next read, which has no deadline of theirs.
   */
  async refresh(now: Date): Promise<void> {
    this.#next ??= this.#readAfterCurrent();
    await waitInQueue(this.#next);
    this.#dropOld(now.getTime());
  }

  #readAfterCurrent(): Promise<void> {
    const next = this.#current.then(() => {
      this.#next = undefined;
      return withoutDeadline(() => this.#readNew());
    });
    this.#current = next.catch(() => undefined);
    return next;
  }

  /** Reads new events. The next read continues after a failed one. */
  async #readNew(): Promise<void> {
    for (let more = true; more; ) {
      const { events } = await this.#store.read<GuardEvent>(stream, {
        fromRevision: this.#last,
        maxCount: eventsAtOnce,
      });
      const known = this.#last ?? -1n;
      for (const event of events) if (event.revision > known) this.#keep(event);
      this.#last = events.at(-1)?.revision ?? this.#last;
      more = events.length === eventsAtOnce;
    }
  }

  /** The recorded failures of an account and a network. */
  before(who: { consumerId: number; source: string }, context: CommandContext): PastFailures {
    const all = this.#accounts.get(who.consumerId)?.all() ?? [];
    const recorded = all.filter(({ commandId }) => commandId === context.commandId);
    return {
      account: all.filter((failure) => !recorded.includes(failure)),
      recorded,
      source: this.#sources.get(who.source) ?? nothing,
      everybody: this.#everybody,
    };
  }

  /**
   * Records failures. They are appended at any revision, because counting needs no order. A repeated append
   * may store the same event ids twice, so `refresh` counts each id once.
   */
  async add(
    failures: readonly EntryFailure[],
    who: { consumerId: number; source: string },
    context: CommandContext,
  ): Promise<void> {
    if (failures.length === 0) return;
    const events = failures.map(({ halfPoints, forms }): GuardEvent => {
      return {
        type: "PinEntryFailed",
        data: { ...who, halfPoints, ...(forms === undefined ? {} : { forms }) },
      };
    });
    const { position } = await this.#store.append(stream, "any", events, context);
    context.positions?.note(position);
    await this.#keepEventsForADay(context.now.getTime());
  }

  #keep({ id, data, metadata: { commandId }, createdAt }: StoredEvent<GuardEvent>): void {
    const { consumerId, source, halfPoints = guessCosts.fresh, forms } = data;
    const at = createdAt.getTime();
    const account = windowOf(this.#accounts, consumerId, day);
    if (account.all().some((failure) => failure.id === id)) return;
    account.add({ id, at, halfPoints, forms, commandId });
    this.#everyone.add({ at, consumerId });
    if (halfPoints === 0) return;
    windowOf(this.#sources, source, entryLimits.source.windowMilliseconds).add({ at });
    this.#everybody.add({ at, source });
  }

  #dropOld(now: number): void {
    for (const { consumerId } of this.#everyone.drop(now)) dropOf(this.#accounts, consumerId, now);
    for (const { source } of this.#everybody.drop(now)) dropOf(this.#sources, source, now);
  }

  /**
   * Earlier builds kept the events for an hour. A replica of such a build that still runs may set that again,
   * so this sets the time back to a day every hour.
   */
  async #keepEventsForADay(now: number): Promise<void> {
    if (now < this.#retentionSetAt + hour) return;
    await this.#store.setStreamMetadata(stream, { maxAge: day / 1000 });
    this.#retentionSetAt = now;
  }
}

function windowOf<K, T extends { readonly at: number }>(
  windows: Map<K, SlidingWindow<T>>,
  key: K,
  milliseconds: number,
): SlidingWindow<T> {
  const known = windows.get(key);
  if (known) return known;
  const window = new SlidingWindow<T>(milliseconds);
  windows.set(key, window);
  return window;
}

function dropOf<K>(windows: Map<K, SlidingWindow<{ readonly at: number }>>, key: K, now: number): void {
  const window = windows.get(key);
  window?.drop(now);
  if (window?.size === 0) windows.delete(key);
}
