import { setImmediate } from "node:timers/promises";

/** Some milliseconds' worth of decoding or folding. */
const eventsInATurn = 250;

/** Awaited after each event of a stream, by its index: a long one leaves turns to other requests. */
export async function leaveTurns(index: number): Promise<void> {
  if (index % eventsInATurn === eventsInATurn - 1) await setImmediate();
}
