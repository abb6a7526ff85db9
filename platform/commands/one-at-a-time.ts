import { waitInQueue } from "@ornament/platform/deadline/deadline";

/**
 * Runs tasks with the same key one after another, and tasks with different keys at the same time. If the request of a task
 * ends while the task waits, its first read or append is refused.
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
