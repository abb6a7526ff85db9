import { appends } from "./appends.ts";
import { commands } from "./commands.ts";
import { csv } from "./csv.ts";
import { firstPage, gets } from "./pages.ts";
import type { Row } from "./row.ts";
import { searches } from "./searches.ts";

/** All rows, in the order in which they are shown. */
export const allRows: readonly Row[] = [commands, firstPage, gets, csv, appends, searches];
