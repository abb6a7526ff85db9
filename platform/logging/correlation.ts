import { AsyncLocalStorage } from "node:async_hooks";

const storage = new AsyncLocalStorage<{ readonly correlationId: string }>();

/** Runs the work with a correlation id, which is added to its log lines. */
export function withCorrelation<T>(correlationId: string, work: () => T): T {
  return storage.run({ correlationId }, work);
}

/** The correlation id of the current work, if it has one. */
export function currentCorrelationId(): string | undefined {
  return storage.getStore()?.correlationId;
}
