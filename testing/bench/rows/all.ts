import { change } from "./change.ts";
import { csv } from "./csv.ts";
import { emmett } from "./emmett.ts";
import { entering } from "./entering.ts";
import { expressPages } from "./express.ts";
import { importing } from "./import.ts";
import { pages, searches } from "./pages.ts";
import { parent } from "./parent.ts";
import { rebuild } from "./rebuild.ts";
import { restart } from "./restart.ts";
import type { Row } from "./row.ts";
import { visible } from "./visible.ts";

/**
 * All rows. The rows of a filled product are measured in this order. The rebuild comes last, because it leaves
 * its replaced documents for 15 minutes.
 */
export const allRows: readonly Row[] = [
  pages,
  searches,
  change,
  entering,
  visible,
  emmett,
  expressPages,
  csv,
  rebuild,
  importing,
  parent,
  restart,
];
