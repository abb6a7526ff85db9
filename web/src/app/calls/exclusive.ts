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
  const inPage = pageExclusive();
  if (!locks) return inPage;
  return async (name, task) => {
    let begun = false;
    const run = async () => {
      begun = true;
      return { value: await task() };
    };
    try {
      return (await locks.request(name, run)).value;
    } catch (error) {
      // A browser that blocks cookies refuses its locks, too.
      if (begun) throw error;
      return inPage(name, task);
    }
  };
}
