import { AsyncLocalStorage } from "node:async_hooks";

type Values = ReadonlyMap<object, unknown>;

/** One for all values: on Node 20 each storage costs time with every promise. */
const storage = new AsyncLocalStorage<Values>();

/** A value that a piece of work and all work started by it can read, such as the deadline of a request. */
export class ScopedValue<T> {
  /** Runs the work with the value. */
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }

  /** The value of the current work; `undefined` outside of `run`. */
  get current(): T | undefined {
    // Only `run` of this object stores under this key.
    return storage.getStore()?.get(this) as T | undefined;
  }
}
