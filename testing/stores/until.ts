import { setTimeout as pause } from "node:timers/promises";

/** What `ask` finds first. It's asked every few milliseconds, because nobody announces what a store gets. */
export async function until<T>(ask: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found) return found;
    await pause(5);
  }
}
