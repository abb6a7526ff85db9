import { appends } from "./appends.ts";
import { commands } from "./commands.ts";
import type { Row } from "./row.ts";
import { searches } from "./searches.ts";

/** All rows, in the order in which they are shown. */
export const allRows: readonly Row[] = [appends, commands, searches];
