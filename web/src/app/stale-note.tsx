import { formatDateTime, ownTimeZone } from "@ornament/contracts/domain/dates";
import { Banner } from "../ui/messages/banner.tsx";
import { useIncompleteSince, useIsStale } from "./app-hooks.ts";
import { useRepeat } from "./use-repeat.ts";

const reloadMs = 1500;

/**
 * "Saved, list is updating": the list doesn't show the last change yet. It is reloaded until it does.
 * `endpoint` and `refetch` are the query's. See docs/decisions/0009-reading-your-own-writes.md. Where a read model has
 * stopped, the note names the time since which nothing new is shown: docs/decisions/0055-stop-at-the-event.md
 */
export function StaleNote({ endpoint, refetch }: { endpoint: string; refetch: () => unknown }) {
  const stale = useIsStale(endpoint);
  const incompleteSince = useIncompleteSince(endpoint);
  const isUpdating = stale && incompleteSince === undefined;
  useRepeat(refetch, isUpdating, reloadMs);
  return (
    <Banner tone="notice">
      {isUpdating && "Saved, list is updating"}
      {incompleteSince !== undefined &&
        `Not up to date since ${shownTime(incompleteSince)}. Later changes are saved, and don’t show here yet. IT Admins see the reason under Read models.`}
    </Banner>
  );
}

const shownTime = (instant: string) => formatDateTime(new Date(instant), ownTimeZone() ?? "UTC");
