import type { Retention } from "./stream-metadata.ts";

/** The state of a stream. `id` is missing until its first event; `last` is its newest revision. */
export type StreamState = {
  readonly name: string;
  id: number | undefined;
  last: number;
  retention: Retention;
};
