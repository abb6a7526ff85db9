import type { ReactNode } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { type Undone, useUndoToast } from "../../ui/messages/toasts.tsx";

/** An act that can be undone. */
export interface UndoableAct {
  /** Identifies the changed field. */
  of: string;
  /** "deactivation of ABCD-123" */
  act: ReactNode;
  /** The field in the call, and its name for the person: "status", "the status". */
  field: { path: string; name: string };
  /** Sends the opposite act with the version that the act has answered. */
  send: () => PromiseLike<{ error?: unknown }>;
}

/** Shows that an act is done and offers its undo, which is an act of its own with the same rights. */
export function useOfferUndo() {
  const offer = useUndoToast();
  return (done: ReactNode, { of, act, field, send }: UndoableAct) =>
    offer(done, {
      of,
      run: async () => {
        const { error } = await send();
        return error === undefined ? { done: <>The {act} is undone.</> } : failureOf(error, field);
      },
    });
}

function failureOf(error: unknown, { path, name }: UndoableAct["field"]): Undone {
  const now = changedMeanwhile(error)?.fields[path];
  if (now !== undefined)
    return { failed: `Nothing was undone, because ${name} has changed since: ${now}.`, again: false };
  const message = messageOf(error);
  return canBeRepeated(error)
    ? { failed: message, again: true }
    : { failed: `Nothing was undone. ${message}`, again: false };
}

/** Whether the message asks to try again: no answer, too many requests, a conflict or a failure of the server. */
const canBeRepeated = (error: unknown): boolean => {
  if (!isApiError(error)) return true;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === "conflict";
};
