import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { systemLabel } from "@ornament/contracts/domain/roles";

/** The browser and network address of an entry's actor; "" for the system, which has none. */
export function fromWhere({ role, session }: Pick<LogEntryRow, "role" | "session">): string {
  if (session === null) return role === systemLabel ? "" : "Not recorded";
  const { browser, address } = session;
  return [browser, address].filter(Boolean).join(", ") || "Not recorded";
}
