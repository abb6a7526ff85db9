import type { AdminRow } from "@ornament/contracts/admins/api";
import type { ReactNode } from "react";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { LineDrawing } from "../../ui/icon.tsx";

// The plain sign is a ring that the style draws: a dash would read as a minus.
const signs = { good: "✓", bad: "!", plain: "" } as const;
const colours = { good: "success-emphasis", bad: "danger-emphasis", plain: "body-secondary" } as const;

export interface StateMarkProps {
  tone: keyof typeof signs;
  /** Replaces the sign of the tone. */
  sign?: ReactNode;
  children: ReactNode;
}

/** A state shown by a word, a colour and a sign, never by colour alone. */
export function StateMark({ tone, sign = signs[tone], children }: StateMarkProps) {
  return (
    <span className={`o-state text-${colours[tone]}`}>
      <span className="o-state-sign" aria-hidden="true">
        {sign}
      </span>
      <span>{children}</span>
    </span>
  );
}

const lock = "M6 11h12v9.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3";

/**
 * Registered or Not Registered. The badge "Blocked" tells a deactivated PIN from one that nobody has registered
 * yet.
 */
export function PinStatusMark({ registered, blocked }: { registered: boolean; blocked: boolean }) {
  return (
    <span className="o-pin-status">
      <StateMark tone={registered ? "good" : "plain"}>
        {registered ? "Registered" : "Not Registered"}
      </StateMark>
      {blocked && (
        <>
          {" "}
          <span className="badge">
            <LineDrawing shape={lock} />
            Blocked
          </span>
        </>
      )}
    </span>
  );
}

/** 'Used x of y': green within the limit, with a mark when no device is left, and red above the limit. */
export function DeviceUse({ used, limit }: { used: number; limit: number }) {
  const text = `Used ${groupedNumber(used)} of ${groupedNumber(limit)}`;
  if (used > limit)
    return (
      <StateMark tone="bad">
        {text}
        <span className="visually-hidden"> – over the limit</span>
      </StateMark>
    );
  return (
    <span className="o-device-count">
      <span>{text}</span>
      {used === limit && (
        <span className="o-device-full">
          <span className="visually-hidden"> – no device is left</span>
        </span>
      )}
    </span>
  );
}

/** Whether an admin can sign in. */
export const AdminStateMark = ({ admin: { isActivated } }: { admin: Pick<AdminRow, "isActivated"> }) => (
  <StateMark tone={isActivated ? "good" : "plain"}>{isActivated ? "Active" : "Deactivated"}</StateMark>
);
