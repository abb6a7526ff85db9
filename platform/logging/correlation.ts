import { AsyncLocalStorage } from "node:async_hooks";

const storage = new AsyncLocalStorage<{ readonly correlationId: string }>();

/** Runs the work with a correlation id, which the log lines written in it carry. */
export function withCorrelation<T>(correlationId: string, work: () => T): T {
  return storage.run({ correlationId }, work);
}

/** The correlation id of the work at hand, or `undefined` outside of any. */
export function currentCorrelationId(): string | undefined {
  return storage.getStore()?.correlationId;
}
