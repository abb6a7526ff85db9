import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/** Keeps all events but changes to addresses that the admin has changed again. Changes of a role stay: their number is part of the credential epoch. */
export const adminDirectoryCompaction: Compaction<AdminDirectoryEvent> = {
  version: 1,
  keep: (events) =>
    newestOfEach(events, ({ type, data }) =>
      type === "AdminEmailChanged" ? `${type} ${data.adminId}` : undefined,
    ),
};
