import { formatDateTime, ownTimeZone } from "@ornament/contracts/domain/dates";
import { Banner } from "../ui/messages/banner.tsx";
import { useIncompleteSince, useIsStale } from "./app-hooks.ts";
import { useRepeat } from "./use-repeat.ts";

const reloadMs = 1500;

/**
 * "Saved, list is updating": the list doesn't show the last change yet. It is reloaded until it does.
 * `endpoint` and `refetch` are the query's. See docs/decisions/0009-reading-your-own-writes.md. A second note
 * names the time since which rows may be missing or in a former state: docs/decisions/0055-no-wrong-row-unmarked.md
 */
export function StaleNote({ endpoint, refetch }: { endpoint: string; refetch: () => unknown }) {
  const stale = useIsStale(endpoint);
  const incompleteSince = useIncompleteSince(endpoint);
  useRepeat(refetch, stale, reloadMs);
  return (
    <>
      <Banner tone="notice">{stale && "Saved, list is updating"}</Banner>
      <Banner tone="notice">
        {incompleteSince !== undefined &&
          `Some entries are not up to date since ${shownTime(incompleteSince)}. They are marked, and a few may be missing here. IT Admins find them under Read models.`}
      </Banner>
    </>
  );
}

const shownTime = (instant: string) => formatDateTime(new Date(instant), ownTimeZone() ?? "UTC");
