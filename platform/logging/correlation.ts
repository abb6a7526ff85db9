import { ScopedValue } from "../scope/scoped-value.ts";

const correlation = new ScopedValue<string>();

/** Runs the work with a correlation id, which is added to its log lines. */
export function withCorrelation<T>(correlationId: string, work: () => T): T {
  return correlation.run(correlationId, work);
}

/** The correlation id of the current work, if it has one. */
export function currentCorrelationId(): string | undefined {
  return correlation.current;
}
