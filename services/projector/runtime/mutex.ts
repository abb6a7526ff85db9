/** Lets one piece of work go at a time, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Takes the turn and keeps it until the returned function is called. */
  hold(): Promise<() => void> {
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
