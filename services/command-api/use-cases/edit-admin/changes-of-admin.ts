import { roleLabels } from "@ornament/contracts/domain/roles";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { AdminNames } from "../../aggregates/admin/decider.ts";
import type { FieldChange } from "../stale-edits/changed-meanwhile.ts";

/** The version that the edit carries, and the edit's command, whose events do not count as changes. */
export interface ReadAt {
  readonly adminId: number;
  readonly version: string | undefined;
  readonly commandId: string;
}

/** The changes of email address and role. */
export const changesInDirectory = (
  { adminId, version, commandId }: ReadAt,
  events: readonly StoredEvent<AdminDirectoryEvent>[],
): FieldChange[] =>
  changesSince(events, version, commandId).flatMap((event) => {
    if (event.data.adminId !== adminId) return [];
    const { actor } = event.metadata;
    if (event.type === "AdminEmailChanged") return [{ path: "email", now: event.data.email ?? "", actor }];
    if (event.type === "AdminRoleChanged") return [{ path: "role", now: roleLabels[event.data.role], actor }];
    return [];
  });

/** The changes of the names. `first`: the names before the first of these events. */
export function changesOfNames(
  { version, commandId }: Omit<ReadAt, "adminId">,
  events: readonly StoredEvent<AdminEvent>[],
  first: AdminNames,
): (FieldChange & { position: bigint })[] {
  const later = new Set(changesSince(events, version, commandId));
  let before = first;
  return events.flatMap((event) => {
    if (event.type !== "AdminProfileUpdated") return [];
    const previous = before;
    before = event.data;
    if (!later.has(event)) return [];
    const { metadata, position, data } = event;
    return (["firstName", "lastName"] as const)
      .filter((path) => (data[path] ?? "") !== (previous[path] ?? ""))
      .map((path) => ({ path, now: data[path] ?? "", actor: metadata.actor, position: position.commit }));
  });
}
