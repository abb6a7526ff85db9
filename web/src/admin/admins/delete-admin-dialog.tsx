import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { adminsPath } from "../page/paths.ts";
import { forgetTypedText } from "../typed-text/typed-text.tsx";
import { useDeleteAdminMutation } from "./admins-api.ts";

export function DeleteAdminDialog({ admin, onClosed }: { admin: AdminRow; onClosed: () => void }) {
  const { id, email, firstName, lastName } = admin;
  const [show, setShow] = useState(true);
  const [remove, { isLoading, error }] = useDeleteAdminMutation();
  const navigate = useNavigate();
  const confirm = async () => {
    const { data } = await remove(id);
    if (!data) return;
    showToast(`The account ${email} was deleted.`);
    forgetTypedText();
    await navigate(adminsPath, { replace: true });
  };
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return (
    <ConfirmDialog
      show={show}
      title="Are you sure you want to delete your account?"
      confirmLabel="Delete account"
      danger
      busy={isLoading}
      error={error === undefined ? undefined : messageOf(error)}
      onConfirm={() => void confirm()}
      onCancel={() => setShow(false)}
      onClosed={onClosed}
    >
      <p className="text-break">
        This deletes the account of{" "}
        <strong>
          {name ? (
            <>
              <bdi>{name}</bdi> ({email})
            </>
          ) : (
            email
          )}
        </strong>
        . It cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
