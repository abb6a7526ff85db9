import type { Row } from "./row.ts";

/** The start of the product over a filled log. The embedded document store is empty then, so all read models are filled. */
export const restart: Row = {
  name: "restart",
  needs: "filled",
  async measure({ product, sizes }) {
    return [
      {
        what: `Start over a log of ${sizes.pins} PINs and ${sizes.consumers} consumers, until ready`,
        ours: { value: product.startedWithin / 1_000, unit: "s" },
      },
    ];
  },
};
