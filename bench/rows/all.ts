import { asOf } from "./as-of.ts";
import { change } from "./change.ts";
import { csv } from "./csv.ts";
import { emmett } from "./emmett.ts";
import { entering } from "./entering.ts";
import { expressPages } from "./express.ts";
import { importing } from "./import.ts";
import { landing } from "./landing.ts";
import { logFilters } from "./log-filters.ts";
import { manyClients } from "./many-clients.ts";
import { pages, searches } from "./pages.ts";
import { parent } from "./parent.ts";
import { proof } from "./proof.ts";
import { rebuild } from "./rebuild.ts";
import { restart } from "./restart.ts";
import type { Row } from "./row.ts";
import { verify } from "./verify.ts";
import { visible } from "./visible.ts";

/**
 * All rows. The rows of a filled product are measured in this order. The rebuilds come last, because they
 * leave their replaced documents for 15 minutes.
 */
export const allRows: readonly Row[] = [
  pages,
  searches,
  change,
  entering,
  visible,
  emmett,
  proof,
  expressPages,
  manyClients,
  csv,
  asOf,
  rebuild,
  importing,
  landing,
  parent,
  logFilters,
  restart,
  verify,
];
