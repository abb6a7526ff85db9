import type { ConsumerPin } from "@ornament/contracts/api/consumers";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { statusChangeText } from "../pin-status/status-change-text.ts";

type Pin = Pick<ConsumerPin, "pin" | "blocked" | "comment" | "statusChange">;

/** A note that says who deactivated a PIN, when and why. Nothing for a PIN that isn't deactivated. */
export function PinStatusNote({ pin: { blocked, comment, statusChange } }: { pin: Pin }) {
  if (!blocked) return null;
  return (
    <p className="o-pin-note">
      {statusChange?.blocked
        ? statusChangeText(statusChange, browserTimeZone)
        : `Deactivated${comment && `: ${comment}`}`}
    </p>
  );
}

/**
 * An icon whose tooltip is the latest deactivation comment. For a PIN that is active again it adds who
 * activated it.
 */
export function CommentIcon({ pin: { pin, blocked, comment, statusChange } }: { pin: Pin }) {
  if (comment === "") return null;
  const since = !blocked && statusChange ? statusChangeText(statusChange, browserTimeZone) : undefined;
  const text = since ? `Earlier: ${comment} – ${since}` : comment;
  return (
    <Tooltip text={text}>
      <button type="button" className="o-icon-button" aria-label={`Comment on ${pin}: ${text}`}>
        <Icon name="info" />
      </button>
    </Tooltip>
  );
}
