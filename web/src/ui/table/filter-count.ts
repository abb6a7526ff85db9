import { everyRow } from "@ornament/contracts/tables/table-keys";
import type { Narrowed } from "./list-state.ts";

/** The number of filters of a table that are set. The search is none. */
export const filterCount = ({ filter, batch, startDate, endDate, conditions }: Narrowed): number =>
  [filter !== everyRow, batch !== "", startDate !== "" || endDate !== ""].filter(Boolean).length +
  Object.keys(conditions).length;
