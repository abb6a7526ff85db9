import { waitInQueue } from "@ornament/platform/deadline/deadline";

/**
 * Runs the tasks of a key one after another and those of different keys side by side. A task whose request has ended while
 * it waited begins nothing: its first read or append is refused.
 */
export function oneAtATime() {
  const tails = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key);
    const current = previous === undefined ? task() : waitInQueue(settled(previous)).then(task);
    tails.set(key, current);
    try {
      return await current;
    } finally {
      if (tails.get(key) === current) tails.delete(key);
    }
  };
}

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );
