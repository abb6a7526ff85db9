import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { customerLabel, systemLabel } from "@ornament/contracts/domain/roles";

/** The browser and network address of an entry's actor; "" for the system, which has none. */
export function fromWhere(entry: Pick<LogEntryRow, "role" | "session" | "admin" | "about">): string {
  const { role, session, admin, about } = entry;
  if (session === null) return role === systemLabel ? "" : "Not recorded";
  const { browser, address } = session;
  if (browser || address) return [browser, address].filter(Boolean).join(", ");
  const person = role === customerLabel ? about.consumer : admin?.email;
  return person ? "Not recorded" : "Erased or not recorded";
}
