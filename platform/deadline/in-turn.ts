import type { Semaphore } from "async-mutex";
import { awaitTurn } from "./deadline.ts";

/** Waits for a place and does the work in it. */
export async function inTurn<T>(places: Semaphore, work: () => Promise<T>): Promise<T> {
  const [, release] = await awaitTurn(places.acquire());
  try {
    return await work();
  } finally {
    release();
  }
}
