import type { Retention } from "./stream-metadata.ts";

/** What is known of a stream. `id` is missing until its first event; `last` is its newest revision. */
export type StreamState = {
  readonly name: string;
  id: number | undefined;
  last: number;
  retention: Retention;
  hasMetadata: boolean;
};

const CAPACITY = 20_000;

/** The states of recently used streams. Beyond the limit the least recently used one is dropped. */
export class StreamCache {
  readonly #states = new Map<string, StreamState>();

  get(name: string): StreamState | undefined {
    const state = this.#states.get(name);
    if (state === undefined) return undefined;
    this.#states.delete(name);
    this.#states.set(name, state);
    return state;
  }

  put(state: StreamState): void {
    this.#states.set(state.name, state);
    if (this.#states.size <= CAPACITY) return;
    for (const oldest of this.#states.keys()) {
      this.#states.delete(oldest);
      return;
    }
  }

  forget(name: string): void {
    this.#states.delete(name);
  }

  clear(): void {
    this.#states.clear();
  }
}
