import type { ConsumerPin, PinRow, PinStatusChange } from "@ornament/contracts/pins/api";
import { pinPaths } from "@ornament/contracts/routes/back-office";
import { formatDateTime } from "@ornament/contracts/values/dates";
import { useId } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { useMay } from "../page/may.ts";
import { CutText } from "../table/cut-text.tsx";
import { PinStatusMark } from "../table/state-mark.tsx";

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

/** The PIN as it was when the dialog opened. */
export interface PinStatusTarget {
  id: number;
  /** XXXX-XXX */
  pin: string;
  blocked: boolean;
  version: string;
}

/**
 * Activate for a deactivated PIN, else Deactivate. `onAsk` opens the dialog that asks for confirmation. Nothing
 * for admins who may not do it.
 */
export function PinStatusButton(props: { pin: PinStatusTarget; onAsk: (target: PinStatusTarget) => void }) {
  const { id, pin, blocked, version } = props.pin;
  const mayChange = useMay(pinPaths.updatePinStatus);
  const verb = blocked ? "Activate" : "Deactivate";
  if (!mayChange) return null;
  return (
    <Button
      small
      tone="quiet"
      className={blocked ? "" : "btn-faint"}
      aria-label={`${verb} ${pin}`}
      onClick={() => props.onAsk({ id, pin, blocked, version })}
    >
      {verb}
    </Button>
  );
}

type Pin = Pick<ConsumerPin, "pin" | "blocked" | "comment" | "statusChange">;

/** A note that says who deactivated a PIN, when and why. Nothing for a PIN that isn't deactivated. */
export function PinStatusNote({ pin: { blocked, comment, statusChange } }: { pin: Pin }) {
  if (!blocked) return null;
  return (
    <p className="alert alert-danger mt-2 text-break">
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

/**
 * Who changed a PIN's status, when and why: 'Deactivated by ann@ornament.test (IT Admin) on 11/22/26 05:10:00
 * pm: stolen'.
 */
export function statusChangeText(
  { blocked, comment, createdAt, role, admin }: PinStatusChange,
  timeZone: string,
): string {
  const who = admin ? `${admin.email ?? "a deleted account"} (${role})` : role;
  const when = formatDateTime(new Date(createdAt), timeZone);
  return `${blocked ? "Deactivated" : "Activated again"} by ${who} on ${when}${comment && `: ${comment}`}`;
}
