import { type ReactNode, useState } from "react";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { useToast } from "../../ui/messages/toasts.tsx";
import type { ButtonTone } from "../../ui/press/button.tsx";
import { ReasonDialog, useReasonDialog } from "../typed-text/reason-dialog.tsx";
import { isReason, ReasonField } from "../typed-text/reason-field.tsx";

export interface ActDialogProps {
  title: ReactNode;
  /** "the reason for releasing AB12-CD3": the question before the page is left names it. */
  of: string;
  act: { label: string; tone?: ButtonTone };
  /** Sends the act with the trimmed reason. */
  run: (reason: string) => PromiseLike<{ data?: { message: string } | undefined; error?: unknown }>;
  onClosed: () => void;
  /** What the act does, and further fields. */
  children: ReactNode;
}

/** Asks for the reason of an act of staff. After the act a toast says that it is done. */
export function ActDialog({ title, of, act, run, onClosed, children }: ActDialogProps) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const dialog = useReasonDialog(of, reason.trim() !== "");
  const toast = useToast();
  const complete = isReason(reason);
  const confirm = async () => {
    if (busy || !complete) return;
    setBusy(true);
    const answer = await run(reason.trim());
    setBusy(false);
    setError(answer.error);
    if (!answer.data) return;
    toast(answer.data.message);
    dialog.close();
  };
  const fieldErrors = fieldErrorsOf(error);
  return (
    <ReasonDialog
      dialog={dialog}
      title={title}
      discard="Discard your reason?"
      act={{ ...act, disabled: !complete }}
      busy={busy}
      onAct={() => void confirm()}
      onClosed={onClosed}
    >
      {children}
      <ReasonField
        value={reason}
        onChange={(next) => {
          setReason(next);
          setError(undefined);
          dialog.typed();
        }}
        error={fieldErrors.reason}
        ref={dialog.field}
      />
      <Banner tone="error">{error === undefined || fieldErrors.reason ? undefined : messageOf(error)}</Banner>
    </ReasonDialog>
  );
}
