import type { PinRow } from "@ornament/contracts/api/pins";

export interface PinStatusChange {
  id: number;
  /** True activates. */
  status: boolean;
  comment: string;
}

type Flipped = Pick<PinRow, "status" | "blocked" | "pinDeactivationComments">;

/** What a PIN's fields are once the change is through; `owned` PINs become Registered again. */
export function afterStatusChange(
  before: Flipped,
  { status, comment }: PinStatusChange,
  { owned, now }: { owned: boolean; now: Date },
): Flipped {
  const { pinDeactivationComments: comments } = before;
  if (status) return { status: owned, blocked: false, pinDeactivationComments: comments };
  const latest = { comment: comment.trim(), createdAt: now.toISOString() };
  return { status: false, blocked: true, pinDeactivationComments: [latest, ...comments] };
}
