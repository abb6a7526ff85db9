import { ScopedValue } from "../scope/scoped-value.ts";

export interface RequestIds {
  /** The caller's own id, or a random one if none was sent. */
  readonly correlationId: string;
  /** Made by the server. */
  readonly requestId: string;
}

/** The ids of the request that is being handled; none for work outside of requests. Its log lines have them. */
export const requestIds = new ScopedValue<RequestIds>();
