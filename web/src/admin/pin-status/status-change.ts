import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { PinRow } from "@ornament/contracts/api/pins";
import { roleLabels } from "@ornament/contracts/domain/roles";

export interface PinStatusChange {
  id: number;
  /** True to activate, false to deactivate. */
  status: boolean;
  comment: string;
}

type StatusFields = Pick<
  PinRow,
  "status" | "blocked" | "comment" | "pinDeactivationComments" | "statusChange"
>;

export interface ChangeContext {
  owned: boolean;
  now: Date;
  /** The admin who changes it. */
  admin: Pick<SignedInAdmin, "id" | "email" | "role">;
}

/**
 * A PIN's fields after the change. An activated PIN is Registered if it has an owner, and keeps its last
 * deactivation comment.
 */
export function afterStatusChange(
  before: StatusFields,
  { status, comment: typed }: PinStatusChange,
  { owned, now, admin: { id, email, role } }: ChangeContext,
): StatusFields {
  const latest = { comment: typed.trim(), createdAt: now.toISOString() };
  const statusChange = { ...latest, blocked: !status, role: roleLabels[role], admin: { id, email } };
  const { pinDeactivationComments: comments, comment } = before;
  if (status)
    return { status: owned, blocked: false, comment, pinDeactivationComments: comments, statusChange };
  return {
    status: false,
    blocked: true,
    comment: latest.comment,
    pinDeactivationComments: [latest, ...comments],
    statusChange,
  };
}
