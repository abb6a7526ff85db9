import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { sessionEnded } from "../../app/authorization/session-slice.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { useAction } from "../../forms/use-action.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Modal } from "../../ui/dialog/modal.tsx";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { EmailAddress } from "../contact/contact.tsx";
import { useDeleteConsumerMutation, useUpdateOwnMarketingMutation } from "../registration/account-api.ts";

/** The consumer's account settings: consent to marketing emails, and deleting the account. */
export function AccountSettings({ user, onClose }: { user: SignedInConsumer; onClose: () => void }) {
  const [deleting, setDeleting] = useState(false);
  // Only one dialog at a time, so that closing the confirmation returns the focus to the button that opened
  // the settings.
  if (deleting) return <DeleteAccount user={user} onCancel={onClose} />;
  return (
    <Modal show title="Your account" onClose={onClose}>
      <div className="vstack gap-4">
        <p className="o-keep-together">{user.email}</p>
        <MarketingConsent user={user} />
        <Button tone="quiet" wide onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
    </Modal>
  );
}

function MarketingConsent({ user }: { user: SignedInConsumer }) {
  const [update] = useUpdateOwnMarketingMutation();
  const { run } = useAction();
  const [wanted, setWanted] = useState<boolean>();
  const [outcome, setOutcome] = useState<{ tone: "success" | "error"; text: string }>();
  const change = (marketingEmail: boolean) =>
    run(async () => {
      setOutcome(undefined);
      setWanted(marketingEmail);
      const { error } = await update({ marketingEmail });
      if (error) setWanted(undefined);
      setOutcome(error ? { tone: "error", text: messageOf(error) } : { tone: "success", text: "Saved." });
    });
  return (
    <>
      <Checkbox
        label="Receive marketing emails"
        checked={wanted ?? user.marketingEmail}
        onChange={(checked) => void change(checked)}
      />
      <Banner tone={outcome?.tone ?? "success"}>{outcome?.text}</Banner>
    </>
  );
}

function DeleteAccount({ user, onCancel }: { user: SignedInConsumer; onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const [remove] = useDeleteConsumerMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const confirm = () =>
    run(async () => {
      setFailure(undefined);
      const { error } = await remove(user.id);
      if (error) return setFailure(messageOf(error));
      showToast("Your account was deleted.");
      dispatch(sessionEnded({ expired: false }));
    });
  return (
    <ConfirmDialog
      show
      title="Delete your account?"
      confirmLabel="Delete account"
      cancelLabel="Keep account"
      danger
      busy={busy}
      error={failure}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      <p>
        The account <EmailAddress email={user.email} /> will be deleted. This can’t be undone. Your ornaments
        are released, your devices are forgotten, and your personal data is erased.
      </p>
    </ConfirmDialog>
  );
}
