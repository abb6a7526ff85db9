import { formatDateTime, ownTimeZone } from "@ornament/contracts/values/dates";
import { Banner } from "../ui/messages/banner.tsx";
import { useIncompleteSince, useIsStale } from "./app-hooks.ts";
import { useRepeat } from "./use-repeat.ts";

const reloadMs = 1500;

/** The result of a query hook. */
export interface QueryResult<Data> {
  /** The latest answer, which may be to an older argument. */
  readonly data?: Data | undefined;
  /** The answer to the present argument. */
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
  readonly endpointName?: string | undefined;
  readonly refetch: () => unknown;
}

/**
 * "Saved, list is updating": the list doesn't show the last change yet. It is reloaded until it does. See docs/decisions/0009-reading-your-own-writes.md. Where a read model has
 * stopped, the note names the time since which nothing new is shown: docs/decisions/0055-stop-at-the-event.md
 */
export function StaleNote({ query }: { query: QueryResult<unknown> }) {
  const { endpointName = "", refetch } = query;
  const stale = useIsStale(endpointName);
  const incompleteSince = useIncompleteSince(endpointName);
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
