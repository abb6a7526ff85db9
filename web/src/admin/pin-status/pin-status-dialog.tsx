import { useRef } from "react";
import { isApiError } from "../../app/calls/api-error.ts";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { undoneComment } from "../undo/undone-comment.ts";
import { useOfferUndo } from "../undo/use-offer-undo.tsx";
import { CommentDialog } from "./comment-dialog.tsx";
import { useUpdatePinStatusMutation } from "./pin-status-api.ts";
import { StatusChangedMeanwhile } from "./status-changed-meanwhile.tsx";

/** The PIN as it was when the dialog opened. */
export interface PinStatusTarget {
  id: number;
  /** XXXX-XXX */
  pin: string;
  blocked: boolean;
  version: string;
}

/** The refusals after somebody else changed the status. */
const changedCodes: readonly string[] = ["changed_meanwhile", "pin_already_blocked", "pin_not_blocked"];

/**
 * Asks for confirmation and for the comment, changes the status of a PIN, and offers the undo. If somebody else
 * has changed the status since, the dialog says who, when and why, and can only be closed.
 */
export function PinStatusDialog({ target, onClosed }: { target: PinStatusTarget; onClosed: () => void }) {
  const { id, pin, blocked, version } = target;
  const verb = blocked ? "Activate" : "Deactivate";
  const [update, { isLoading, error, reset }] = useUpdatePinStatusMutation();
  const offerUndo = useOfferUndo();
  const saved = useRef<() => void>(undefined);
  const confirm = async (comment: string) => {
    const { data } = await update({ id, status: blocked, comment, version });
    if (!data) return false;
    saved.current = () =>
      offerUndo(
        <>
          The PIN <InOneLine>{pin}</InOneLine> was {blocked ? "activated" : "deactivated"}.
        </>,
        {
          of: `status of ${id}`,
          act: (
            <>
              {blocked ? "activation" : "deactivation"} of <InOneLine>{pin}</InOneLine>
            </>
          ),
          field: { path: "status", name: "the status" },
          send: () =>
            update({ id, status: !blocked, comment: undoneComment(comment), version: data.version }),
        },
      );
    return true;
  };
  const changed = isApiError(error) && changedCodes.includes(error.code);
  return (
    <CommentDialog
      title={`${verb} ${pin}?`}
      verb={verb}
      keysVerb={blocked ? "activates" : "deactivates"}
      tone={blocked ? "primary" : "danger"}
      commentName={`the comment on ${pin}`}
      draft={`${verb} ${id}`}
      busy={isLoading}
      error={error}
      ended={changed ? <StatusChangedMeanwhile id={id} message={error.message} /> : undefined}
      onReset={reset}
      onConfirm={confirm}
      onClosed={() => {
        // A screen reader announces no message outside of an open dialog.
        saved.current?.();
        onClosed();
      }}
    >
      <p>
        {blocked
          ? "The ornament can be used again by its owner."
          : "The ornament cannot be used until it is activated again."}
      </p>
    </CommentDialog>
  );
}
