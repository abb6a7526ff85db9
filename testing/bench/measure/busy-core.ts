import { Worker } from "node:worker_threads";

/** Runs the work while a thread of this process keeps one core busy. */
export async function withBusyCore<T>(work: () => Promise<T>): Promise<T> {
  const worker = new Worker("for (;;);", { eval: true });
  try {
    return await work();
  } finally {
    await worker.terminate();
  }
}
