import { ScopedValue } from "../scope/scoped-value.ts";

/** How often the event store was asked. */
export interface StoreCalls {
  reads: number;
  appends: number;
}

const current = new ScopedValue<StoreCalls>();

/** Counts the calls of the work, and of what it starts, while it runs. */
export const countingCalls = <T>(calls: StoreCalls, work: () => Promise<T>): Promise<T> =>
  current.run(calls, work);

/** To be called before each read of a stream and each append. */
export function noteCall(kind: keyof StoreCalls): void {
  const calls = current.current;
  if (calls) calls[kind] += 1;
}
