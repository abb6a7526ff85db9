import { CommentDialog } from "./comment-dialog.tsx";
import { useUpdatePinStatusMutation } from "./pin-status-api.ts";

/** The PIN as it was when the dialog opened. */
export interface PinStatusTarget {
  id: number;
  /** XXXX-XXX */
  pin: string;
  blocked: boolean;
  /** The comment with which the dialog begins. */
  comment?: string;
}

/** Asks for confirmation and for the comment, and changes the status of a PIN. */
export function PinStatusDialog({ target, onClosed }: { target: PinStatusTarget; onClosed: () => void }) {
  const { id, pin, blocked, comment: given } = target;
  const verb = blocked ? "Activate" : "Deactivate";
  const [update, { isLoading, error, reset }] = useUpdatePinStatusMutation();
  return (
    <CommentDialog
      title={`${verb} ${pin}?`}
      verb={verb}
      keysVerb={blocked ? "activates" : "deactivates"}
      tone={blocked ? "primary" : "danger"}
      commentName={`the comment on ${pin}`}
      draft={`${verb} ${id}`}
      given={given}
      busy={isLoading}
      error={error}
      onReset={reset}
      onConfirm={async (comment) => (await update({ id, status: blocked, comment })).data !== undefined}
      onClosed={onClosed}
    >
      <p>
        {blocked
          ? "The ornament can be used again by its owner."
          : "The ornament cannot be used until it is activated again."}
      </p>
    </CommentDialog>
  );
}
