import type { Semaphore } from "async-mutex";
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
