import type { PinStatusChange } from "@ornament/contracts/api/pins";
import { formatDateTime } from "@ornament/contracts/domain/dates";

/**
 * Who changed a PIN's status, when and why: 'Deactivated by ann@ornament.test (IT Admin) on 11/22/26 05:10:00
 * pm: stolen'.
 */
export function statusChangeText(
  { blocked, comment, createdAt, role, admin }: PinStatusChange,
  timeZone: string,
): string {
  const who = admin ? `${admin.email ?? "a deleted account"} (${role})` : role;
  const when = formatDateTime(new Date(createdAt), timeZone);
  return `${blocked ? "Deactivated" : "Activated again"} by ${who} on ${when}${comment && `: ${comment}`}`;
}
