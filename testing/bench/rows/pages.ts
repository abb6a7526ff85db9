import { asAdmin } from "../product/benched-product.ts";
import { slowestOf } from "../tables/kinds.ts";
import { pageKinds } from "../tables/pages.ts";
import { exactSearches, insideSearches, logSearches } from "../tables/searches.ts";
import type { Row } from "./row.ts";

const callsOf = (quick: boolean) => (quick ? 5 : 40);

/** Pages of every table, one after another. */
export const pages: Row = {
  name: "pages",
  needs: "filled",
  measure: ({ product, sizes }) =>
    asAdmin(product, async (reader) => [
      {
        what: "A page of any table, plain, filtered or sorted: p95",
        ...(await slowestOf(reader, pageKinds(product.people), callsOf(sizes.quick))),
        unit: "ms",
        bound: { atMost: 20 },
      },
    ]),
};

/** Searches of the back office, one after another. */
export const searches: Row = {
  name: "searches",
  needs: "filled",
  measure: ({ product, sizes }) =>
    asAdmin(product, async (reader) => [
      {
        what: "A search for a PIN, an address or its beginning: p95",
        ...(await slowestOf(reader, exactSearches(product.people), callsOf(sizes.quick))),
        unit: "ms",
        bound: { atMost: 20 },
      },
      {
        what: "A search for the inside of a text: p95",
        ...(await slowestOf(reader, insideSearches(product.people), callsOf(sizes.quick))),
        unit: "ms",
        bound: { atMost: 150 },
      },
      {
        what: "The same in the System action log: p95",
        ...(await slowestOf(reader, logSearches(product.people), callsOf(sizes.quick))),
        unit: "ms",
        bound: { atMost: 500 },
      },
    ]),
};
