import { ScopedValue } from "../scope/scoped-value.ts";

export interface RequestIds {
  /** The caller's own id, or a random one if none was sent. */
  readonly correlationId: string;
  /** Made by the server. */
  readonly requestId: string;
}

const request = new ScopedValue<RequestIds>();

/** Runs the work of a request. Its ids are added to the work's log lines. */
export function withRequest<T>(ids: RequestIds, work: () => T): T {
  return request.run(ids, work);
}

/** The ids of the current request; `undefined` for work outside of requests. */
export function currentRequest(): RequestIds | undefined {
  return request.current;
}
