import { limits } from "@ornament/contracts/values/limits";
import type { ReactNode } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { offerUndo } from "../../ui/messages/toasts.tsx";

/** An act that is done and can be undone by the opposite act, which needs the same rights. */
export interface UndoableAct {
  done: ReactNode;
  undone: ReactNode;
  /** The field in the call, and its name for the person: "status", "the status". */
  field: { path: string; name: string };
  /** Sends the opposite act with the version that the act has answered. */
  undo: () => PromiseLike<{ error?: unknown }>;
}

/** Shows that an act is done and offers its undo. `of` identifies the changed field. */
export const offerUndoOf = (of: string, { done, undone, field, undo }: UndoableAct) =>
  offerUndo(done, {
    of,
    run: async () => {
      const { error } = await undo();
      if (error === undefined) return { done: undone };
      const now = changedMeanwhile(error)?.fields[field.path];
      const changed = `Nothing was undone, because ${field.name} has changed since: ${now}.`;
      if (now !== undefined) return { failed: changed, again: false };
      return canBeRepeated(error)
        ? { failed: messageOf(error), again: true }
        : { failed: `Nothing was undone. ${messageOf(error)}`, again: false };
    },
  });

/** Whether the message asks to try again: no answer, too many requests, a conflict or a failure of the server. */
const canBeRepeated = (error: unknown): boolean => {
  if (!isApiError(error)) return true;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === "conflict";
};

/** The comment of an undo: "Undone: stolen in Boston", cut off at the limit of a comment. */
export function undoneComment(comment: string): string {
  const whole = `Undone: ${comment}`;
  if (whole.length <= limits.comment.max) return whole;
  // A character of two halves is never cut in the middle.
  return `${whole.slice(0, limits.comment.max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
