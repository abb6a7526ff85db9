import { limits } from "@ornament/contracts/domain/limits";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import { newestOfEach } from "@ornament/platform/eventstore/compaction/compaction";
import type { Compaction } from "@ornament/platform/eventstore/event-store";

/**
 * Keeps the newest names, the links that count towards the hourly limit of mails, and every password and
 * recovery, because the credential epoch counts them.
 */
export const adminCompaction: Compaction<AdminEvent> = {
  version: 1,
  keep(events) {
    const links = events.filter(({ type }) => type === "AdminPasswordResetRequested");
    const outdated = new Set(links.slice(0, -limits.mailsPerHour));
    return newestOfEach(
      events.filter((event) => !outdated.has(event)),
      ({ type }) => (type === "AdminProfileUpdated" ? type : undefined),
    );
  },
};
