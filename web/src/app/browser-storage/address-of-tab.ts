import { keepValues, keptValues } from "./kept-values.ts";
import type { KeyValueStore } from "./safe-storage.ts";

const name = "address";

/**
 * The email address that was last typed in this tab or whose session has expired here, or "". Signing out
 * forgets it.
 */
export function addressOfTab(session: KeyValueStore): string {
  const address = keptValues(session, name);
  return typeof address === "string" ? address : "";
}

export const keepAddressOfTab = (session: KeyValueStore, email: string) => keepValues(session, name, email);
