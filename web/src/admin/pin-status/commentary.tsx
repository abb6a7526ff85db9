import type { PinRow } from "@ornament/contracts/api/pins";
import { browserTimeZone } from "../dates/time-zone.ts";
import { CutText } from "../table/cut-text.tsx";
import { statusChangeText } from "./status-change-text.ts";

/**
 * The latest deactivation comment. It is faint for a PIN that is active again, because it no longer holds.
 */
export function Commentary({ pin }: { pin: Pick<PinRow, "comment" | "blocked" | "statusChange"> }) {
  const { comment, blocked, statusChange } = pin;
  if (blocked) return <CutText text={comment} />;
  const since = statusChange ? ` – ${statusChangeText(statusChange, browserTimeZone)}` : "";
  return (
    <CutText text={comment} tip={`Earlier: ${comment}${since}`}>
      <span className="o-heard">Earlier: </span>
      <span className="text-body-secondary fst-italic">{comment}</span>
    </CutText>
  );
}
