/** The state of a stream after the last event that this process appended to it. */
export interface RecentState {
  readonly state: unknown;
  readonly revision: bigint;
  /** The latest commands of the stream. */
  readonly commandIds: ReadonlySet<string>;
  /** How many commands in a row have appended since the stream was read. */
  readonly uses: number;
}

/** After so many commands in a row the stream is read again: reads are what stores the snapshots of long streams. */
const mostUses = 8;

/** Longer lists of commands are not kept, so that one state never takes much memory. */
const mostCommands = 200;

/**
 * States of the streams that were changed last. States that aren't used are dropped after one to two lives, because they may hold personal
 * data. See docs/decisions/0039-recent-states.md
 */
export class RecentStates {
  readonly #lifeMilliseconds: number;
  readonly #capacity: number;
  #newer = new Map<string, RecentState>();
  #older = new Map<string, RecentState>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ lifeMilliseconds = 60_000, capacity = 2_000 } = {}) {
    this.#lifeMilliseconds = lifeMilliseconds;
    this.#capacity = capacity;
  }

  get(stream: string): RecentState | undefined {
    return this.#newer.get(stream) ?? this.#older.get(stream);
  }

  set(stream: string, recent: RecentState): void {
    this.#older.delete(stream);
    if (recent.uses >= mostUses || recent.commandIds.size > mostCommands) {
      this.#newer.delete(stream);
      return;
    }
    this.#newer.set(stream, recent);
    if (this.#newer.size >= this.#capacity) this.#age();
    this.#timer ??= setTimeout(() => this.#tick(), this.#lifeMilliseconds).unref();
  }

  forget(stream: string): void {
    this.#newer.delete(stream);
    this.#older.delete(stream);
  }

  forgetAll(): void {
    this.#newer.clear();
    this.#older.clear();
  }

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  #tick(): void {
    this.#age();
    this.#timer =
      this.size === 0 ? undefined : setTimeout(() => this.#tick(), this.#lifeMilliseconds).unref();
  }

  #age(): void {
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
