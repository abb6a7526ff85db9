import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/**
 * Keeps all events except changes of an email address that a later change replaced. Changes of a role stay,
 * because the credential epoch counts them.
 */
export const adminDirectoryCompaction: Compaction<AdminDirectoryEvent> = {
  version: 1,
  keep: (events) =>
    newestOfEach(events, ({ type, data }) =>
      type === "AdminEmailChanged" ? `${type} ${data.adminId}` : undefined,
    ),
};
