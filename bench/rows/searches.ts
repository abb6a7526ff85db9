import { compareTables } from "../tables/compare.ts";
import type { Row } from "./row.ts";

/** Each search, filter and preset of the back office beside the plain first page of the same table. */
export const searches: Row = {
  name: "searches",
  needs: "filled",
  measure: ({ product, people, sizes }) => compareTables(product, people, sizes.rounds),
};
