import { ScopedValue } from "../scope/scoped-value.ts";

export interface StoreCalls {
  reads: number;
  appends: number;
}

const current = new ScopedValue<StoreCalls>();

/** Those of the work, and of the work that it starts. */
export const countingCalls = <T>(calls: StoreCalls, work: () => Promise<T>): Promise<T> =>
  current.run(calls, work);

/** Call this before each read of a stream and each append. */
export function noteCall(kind: keyof StoreCalls): void {
  const calls = current.current;
  if (calls) calls[kind] += 1;
}
