import type { PinRow } from "@ornament/contracts/api/pins";
import { useId } from "react";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { PinStatusMark } from "../table/pin-status-mark.tsx";
import { statusChangeText } from "./status-change-text.ts";

/** A PIN's status. The tooltip of a deactivated PIN says who deactivated it, when and why. */
export function PinStatus({ pin }: { pin: Pick<PinRow, "status" | "blocked" | "statusChange"> }) {
  const { status, blocked, statusChange } = pin;
  const descriptionId = useId();
  const mark = <PinStatusMark registered={status} blocked={blocked} />;
  if (!blocked) return mark;
  const why = statusChange ? statusChangeText(statusChange, browserTimeZone) : "Deactivated";
  return (
    <>
      <Tooltip text={why}>
        <button type="button" className="o-status-why" aria-describedby={descriptionId}>
          {mark}
        </button>
      </Tooltip>
      <span id={descriptionId} hidden>
        {why}
      </span>
    </>
  );
}
