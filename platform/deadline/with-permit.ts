import { Semaphore } from "async-mutex";
import { waitInQueue } from "./deadline.ts";

/** Waits for a permit of the semaphore, does the work and gives the permit back. */
export async function withPermit<T>(semaphore: Semaphore, work: () => Promise<T>): Promise<T> {
  const [, release] = await waitInQueue(semaphore.acquire());
  try {
    return await work();
  } finally {
    release();
  }
}

/** Runs work that is given to it, so many at a time; the rest waits in order. */
export function atMostAtOnce(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const semaphore = new Semaphore(count);
  return (work) => withPermit(semaphore, work);
}
