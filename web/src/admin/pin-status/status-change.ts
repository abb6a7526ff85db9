import type { PinRow } from "@ornament/contracts/api/pins";

export interface PinStatusChange {
  id: number;
  /** True to activate, false to deactivate. */
  status: boolean;
  comment: string;
}

type StatusFields = Pick<PinRow, "status" | "blocked" | "pinDeactivationComments">;

/** A PIN's fields after the change. An activated PIN is Registered if it has an owner. */
export function afterStatusChange(
  before: StatusFields,
  { status, comment }: PinStatusChange,
  { owned, now }: { owned: boolean; now: Date },
): StatusFields {
  const { pinDeactivationComments: comments } = before;
  if (status) return { status: owned, blocked: false, pinDeactivationComments: comments };
  const latest = { comment: comment.trim(), createdAt: now.toISOString() };
  return { status: false, blocked: true, pinDeactivationComments: [latest, ...comments] };
}
