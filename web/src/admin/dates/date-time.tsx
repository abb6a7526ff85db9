import { formatDateTime } from "@ornament/contracts/values/dates";
import { relativeTime } from "../../ui/dates/relative-time.ts";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { browserTimeZone } from "./time-zone.ts";

/**
 * MM/DD/YY hh:mm:ss am/pm in the browser's zone, with a tooltip like "3 hours ago". Nothing if there is no
 * instant.
 */
export function DateTime({ instant }: { instant: string | null }) {
  if (instant === null) return null;
  const date = new Date(instant);
  return (
    <Tooltip text={relativeTime(date, new Date())}>
      <time className="o-numbers" dateTime={instant}>
        {formatDateTime(date, browserTimeZone)}
      </time>
    </Tooltip>
  );
}
