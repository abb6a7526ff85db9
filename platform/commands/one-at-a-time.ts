import { uncounted } from "@ornament/platform/deadline/deadline";

/** Runs the tasks of a key one after another and those of different keys side by side. Waiting for a turn takes no request's time. */
export function oneAtATime() {
  const tails = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key);
    const current = previous === undefined ? task() : uncounted(previous).then(task);
    tails.set(key, current);
    try {
      return await current;
    } finally {
      if (tails.get(key) === current) tails.delete(key);
    }
  };
}
