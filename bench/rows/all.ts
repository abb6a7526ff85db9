import { appends } from "./appends.ts";
import { behind } from "./behind.ts";
import { commands } from "./commands.ts";
import { csv } from "./csv.ts";
import { documentStoreMemory } from "./document-store-memory.ts";
import { emmett } from "./emmett.ts";
import { imports } from "./imports.ts";
import { landing } from "./landing.ts";
import { manyClients } from "./many-clients.ts";
import { firstPage, gets } from "./pages.ts";
import { rebuild } from "./rebuild.ts";
import { restart } from "./restart.ts";
import type { Row } from "./row.ts";
import { searches } from "./searches.ts";
import { signIns } from "./sign-ins.ts";
import { stalls } from "./stalls.ts";
import { visible } from "./visible.ts";

/** All rows, in the order in which they are shown. */
export const allRows: readonly Row[] = [
  commands,
  emmett,
  firstPage,
  gets,
  visible,
  rebuild,
  restart,
  behind,
  signIns,
  manyClients,
  csv,
  landing,
  documentStoreMemory,
  appends,
  searches,
  stalls,
  imports,
];
