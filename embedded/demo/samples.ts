import { randomInt } from "node:crypto";
import { bindAggregates } from "@ornament/command-api/aggregates";
import { openProduct } from "@ornament/command-api/opened-product";
import { formatPinCode, maxPinId, pinCodeOf } from "@ornament/contracts/values/pin-code";
import type { Environment } from "@ornament/platform/config/read-config";
import { fillPins } from "./fill.ts";

/**
 * Imports five PINs as the batch "Samples" into the running product, and returns one of them as people type it. A
 * product that had an admin before, such as a restored one, gets none. The PINs are random, because anybody
 * could enter known ones.
 */
export async function addSamples(environment: Environment): Promise<string | undefined> {
  const { store, close } = await openProduct(environment, ["master"]);
  try {
    const { events } = await bindAggregates(store).adminDirectory.load("main");
    if (events.length > 1) return undefined;
    const codes = Array.from({ length: 5 }, () => pinCodeOf(randomInt(maxPinId + 1)));
    const [code] = await fillPins({ store }, "Samples", codes);
    return code && formatPinCode(code);
  } finally {
    await close();
  }
}
