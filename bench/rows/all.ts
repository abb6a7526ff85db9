import { appends } from "./appends.ts";
import type { Row } from "./row.ts";
import { searches } from "./searches.ts";

/** All rows, in the order in which they are shown. */
export const allRows: readonly Row[] = [appends, searches];
