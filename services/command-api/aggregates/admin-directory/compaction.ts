import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/** Of the directory count all but the addresses that an admin has no more. Each change of a role raises the credential epoch. */
export const adminDirectoryCompaction: Compaction<AdminDirectoryEvent> = {
  version: 1,
  keep: (events) =>
    newestOfEach(events, ({ type, data }) =>
      type === "AdminEmailChanged" ? `${type} ${data.adminId}` : undefined,
    ),
};
