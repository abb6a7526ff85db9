import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { normaliseEmail } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { useNavigate } from "react-router";
import { fieldErrorsOf, isApiError, messageOf } from "../../app/calls/api-error.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { useToast } from "../../ui/messages/toasts.tsx";
import { afterPress } from "../../ui/press/after-press.ts";
import { consumersPath } from "../page/paths.ts";
import { EmailText } from "../table/email-text.tsx";
import { ReasonDialog, useReasonDialog } from "../typed-text/reason-dialog.tsx";
import { isReason, ReasonField } from "../typed-text/reason-field.tsx";
import { forgetTypedText } from "../typed-text/use-typed-text.ts";
import { useEraseConsumerMutation } from "./erase-consumer-api.ts";

/**
 * Asks for the reason, and for the consumer's email address as the second confirmation. Without a readable
 * address the id confirms.
 */
export function EraseConsumerDialog({
  profile,
  onClosed,
}: {
  profile: Pick<ConsumerProfile, "id" | "email" | "pins">;
  onClosed: () => void;
}) {
  const { id, email, pins } = profile;
  const hasEmail = email !== "";
  const proof = hasEmail ? email : String(id);
  const [reason, setReason] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [left, setLeft] = useState(false);
  const [erase, { isLoading, error, reset }] = useEraseConsumerMutation();
  const navigate = useNavigate();
  const toast = useToast();
  const text = reason.trim();
  const isConfirmed = normaliseEmail(confirmation) === proof;
  const complete = isReason(text) && isConfirmed;

  const dialog = useReasonDialog(`the reason for erasing ${proof}`, text !== "");
  const typed = (set: (next: string) => void) => (next: string) => {
    set(next);
    if (error !== undefined) reset();
    dialog.typed();
  };
  const confirm = async () => {
    if (isLoading || !complete) return;
    const { data } = await erase({ id, reason: text, confirmation });
    if (!data) return;
    toast(`The consumer ${proof} was erased.`);
    forgetTypedText();
    await navigate(consumersPath, { replace: true });
  };
  const fieldErrors = fieldErrorsOf(error);
  const notConfirmed = isApiError(error) && error.code === "confirmation_mismatch";
  return (
    <ReasonDialog
      dialog={dialog}
      title={<>Erase {hasEmail ? <EmailText email={email} /> : `consumer ${id}`}?</>}
      discard="Discard your reason?"
      act={{ label: "Erase consumer", tone: "danger", disabled: !complete }}
      busy={isLoading}
      onAct={() => void confirm()}
      onClosed={onClosed}
    >
      <Consequences pins={pins.count} />
      <ReasonField value={reason} onChange={typed(setReason)} error={fieldErrors.reason} ref={dialog.field} />
      <TextField
        label={hasEmail ? "Consumer’s email" : "Consumer’s id"}
        type={hasEmail ? "email" : "text"}
        value={confirmation}
        onChange={typed(setConfirmation)}
        onBlur={() => afterPress(() => setLeft(true))}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={limits.email}
        hint={
          hasEmail ? (
            <>
              Type <EmailText email={email} /> to confirm.
            </>
          ) : (
            `The email can’t be read. Type ${id} to confirm.`
          )
        }
        error={
          notConfirmed
            ? messageOf(error)
            : left && confirmation !== "" && !isConfirmed
              ? `This is not the ${hasEmail ? "email" : "id"} of this consumer.`
              : fieldErrors.confirmation
        }
        required
      />
      <Banner tone="error">
        {error === undefined || notConfirmed || Object.keys(fieldErrors).length > 0
          ? undefined
          : messageOf(error)}
      </Banner>
    </ReasonDialog>
  );
}

/** What the erasure does, of an account with this number of PINs. */
function Consequences({ pins }: { pins: number }) {
  return (
    <div>
      <p>
        <strong>This can’t be undone.</strong>
      </p>
      <ul className="mb-0">
        <li>The account is deleted, and the consumer is signed out everywhere.</li>
        {pins > 0 && (
          <li>
            {pins === 1 ? "The ornament is" : `${pins} ornaments are`} released for other accounts, and the
            devices are forgotten.
          </li>
        )}
        <li>Nobody can read the email, names and devices any more, in tables, logs and exports.</li>
        <li>Older backups keep the key of the data until the backups are deleted.</li>
        <li>The consumer gets no mail about it: answer the request yourself.</li>
      </ul>
    </div>
  );
}
