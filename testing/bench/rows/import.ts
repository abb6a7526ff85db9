import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { median } from "@ornament/testing/suites/percentile";
import { millisecondsOf } from "../measure/one-by-one.ts";
import type { BenchedProduct } from "../product/benched-product.ts";
import type { Row } from "./row.ts";

const rounds = 5;

/** Imports of PINs over HTTP, each until its answer. The projector writes the tables at the same time. */
export const importing: Row = {
  name: "import",
  needs: "empty",
  async measure({ product, sizes }) {
    const pins = sizes.quick ? 1_000 : Math.ceil(sizes.pins / rounds);
    const rates: number[] = [];
    for (let round = 0; round <= rounds; round += 1)
      rates.push(pins / ((await millisecondsOf(() => importPins(product, round * pins, pins))) / 1_000));
    return [
      {
        what: `Import of ${pins.toLocaleString("en-US")} PINs`,
        // The first import warms up.
        measured: median(rates.slice(1)),
        unit: "PINs/s",
        bound: { atLeast: 3_000 },
      },
    ];
  },
};

async function importPins({ api, admin }: BenchedProduct, first: number, count: number): Promise<void> {
  const codes = Array.from({ length: count }, (_, n) => pinCodeOf(first + n));
  const { status, body } = await api.importPins(admin, codes.join("\r\n"));
  if (body.added !== count) throw new Error(`An import answered ${status}: ${JSON.stringify(body)}`);
}
