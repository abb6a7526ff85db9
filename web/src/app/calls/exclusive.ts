/** Runs one task at a time under a name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Runs one task at a time in this page, for browsers and plain http origins without the Web Locks API. */
export function pageExclusive(): Exclusive {
  const tails = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (tails.get(name) ?? Promise.resolve()).then(task, task);
    tails.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

/**
 * Runs one task at a time in all tabs of this origin: two tabs must not rotate one refresh token at the same
 * time.
 */
export function browserExclusive(locks: LockManager | undefined): Exclusive {
  if (!locks) return pageExclusive();
  return async (name, task) => {
    const outcome = await locks.request(name, async () => ({ value: await task() }));
    return outcome.value;
  };
}
