import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { useUpdatePinStatusMutation } from "./pin-status-api.ts";

/** The PIN as it was when the dialog opened. */
export interface PinStatusTarget {
  id: number;
  /** XXXX-XXX */
  pin: string;
  blocked: boolean;
}

/** Asks for confirmation and for the comment: 2 to 120 characters, not counting spaces at the ends. */
export function PinStatusDialog({ target, onClosed }: { target: PinStatusTarget; onClosed: () => void }) {
  const { id, pin, blocked } = target;
  const [show, setShow] = useState(true);
  const [comment, setComment] = useState("");
  const [update, { isLoading, error }] = useUpdatePinStatusMutation();
  const verb = blocked ? "Activate" : "Deactivate";
  const text = comment.trim();

  const confirm = async () => {
    const { data } = await update({ id, status: blocked, comment: text });
    if (data) setShow(false);
  };
  return (
    <ConfirmDialog
      show={show}
      title={`${verb} ${pin}?`}
      confirmLabel={verb}
      danger={!blocked}
      busy={isLoading}
      disabled={text.length < limits.comment.min}
      error={error === undefined ? undefined : (fieldErrorsOf(error).comment ?? messageOf(error))}
      onConfirm={() => void confirm()}
      onCancel={() => setShow(false)}
      onClosed={onClosed}
    >
      <p>
        {blocked
          ? "The ornament can be used again by its owner."
          : "The ornament cannot be used until it is activated again."}
      </p>
      <TextArea
        label="Comment"
        value={comment}
        onChange={setComment}
        maxLength={limits.comment.max}
        hint={`At least ${limits.comment.min} characters.`}
        required
      />
    </ConfirmDialog>
  );
}
