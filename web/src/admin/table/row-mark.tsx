import { formatDateTime } from "@ornament/contracts/domain/dates";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { StateMark } from "./state-mark.tsx";

/** The mark of an entry in a former state. Nothing for an entry that is up to date. */
export function RowMark({ since }: { since: string | undefined }) {
  if (since === undefined) return null;
  return (
    <Tooltip text="A later change could not be taken over, so this may be wrong. An IT Admin finds it under Read models.">
      <button type="button" className="o-row-mark">
        <StateMark tone="bad">
          Not up to date since {formatDateTime(new Date(since), browserTimeZone)}
        </StateMark>
      </button>
    </Tooltip>
  );
}
