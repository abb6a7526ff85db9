import { setImmediate } from "node:timers/promises";

/** Decoding or folding so many events takes a few milliseconds. */
const eventsBetweenYields = 250;

/** To be awaited after each event of a stream, with its index, so that a long stream does not block other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (index % eventsBetweenYields === eventsBetweenYields - 1) await setImmediate();
}
