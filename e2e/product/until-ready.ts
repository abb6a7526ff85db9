import { setTimeout as pause } from "node:timers/promises";

const patience = 180_000;

/** Asks an address again and again until it answers 200. Throws with its last answer when it takes too long. */
export async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${address} answers ${await answer?.text()}`);
    await pause(200);
  }
}
