/** Runs pieces of work one at a time, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Locks the mutex until the returned function is called. */
  lock(): Promise<() => void> {
    return new Promise((resolve) => {
      void this.run(
        () =>
          new Promise<void>((release) => {
            resolve(release);
          }),
      );
    });
  }
}
