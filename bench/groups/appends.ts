import { figureLine } from "../measure/figures.ts";
import { compareAppends } from "./compare-appends.ts";
import type { Group } from "./group.ts";

/** Our own append call must not be slower than the official client's. */
export const measureAppends: Group = async (product) => {
  await product.start();
  for (const [appends, atOnce] of [
    [300, 1],
    [3_000, 64],
  ] as const) {
    const { ours, official } = await compareAppends(product.eventstoreUrl, appends, atOnce);
    console.log(figureLine(`Appends, ${atOnce} at once`, ours, "appends/s"));
    console.log(figureLine("… compared with the official client", ours / official, "times"));
  }
};
