import type { AdminRow } from "@ornament/contracts/admins/api";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useAdmin } from "../../app/app-hooks.ts";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Panel } from "../page/panel.tsx";
import { adminsPath } from "../page/paths.ts";
import { AdminStateMark } from "../table/state-mark.tsx";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { forgetTypedText } from "../typed-text/typed-text.tsx";
import {
  useDeleteAdminMutation,
  useSignOutAdminMutation,
  useUpdateAdminStatusMutation,
} from "./admins-api.ts";

/**
 * The status of an account and the acts on the whole account, apart from the form, so that nobody presses one instead
 * of Update. Admins deactivate and delete others only.
 */
export function AccountActs({ admin }: { admin: AdminRow }) {
  const [open, setOpen] = useState<"status" | "sign out" | "delete">();
  const self = useAdmin()?.id === admin.id;
  const close = () => setOpen(undefined);
  return (
    <Panel title="Account status">
      <div className="hstack flex-wrap gap-3 justify-content-between">
        <AdminStateMark admin={admin} />
        <div className="hstack flex-wrap gap-3">
          <Button tone="quiet" onClick={() => setOpen("sign out")}>
            Sign out everywhere…
          </Button>
          {!self && (
            <>
              <Button tone="quiet" onClick={() => setOpen("status")}>
                {admin.isActivated ? "Deactivate account…" : "Activate account…"}
              </Button>
              <Button tone="danger-quiet" onClick={() => setOpen("delete")}>
                Delete account
              </Button>
            </>
          )}
        </div>
      </div>
      {open === "status" && <StatusDialog admin={admin} onClosed={close} />}
      {open === "sign out" && <SignOutDialog admin={admin} self={self} onClosed={close} />}
      {open === "delete" && <DeleteAdminDialog admin={admin} onClosed={close} />}
    </Panel>
  );
}

interface DialogProps {
  admin: AdminRow;
  onClosed: () => void;
}

function StatusDialog({ admin, onClosed }: DialogProps) {
  // The account has its new status while the dialog fades out.
  const [{ id, email, isActivated }] = useState(admin);
  const verb = isActivated ? "Deactivate" : "Activate";
  const [update] = useUpdateAdminStatusMutation();
  return (
    <ReasonDialog
      title={<span className="text-break">{`${verb} ${email}?`}</span>}
      of={`the ${isActivated ? "deactivation" : "activation"} of ${email}`}
      act={{ label: `${verb} account`, tone: isActivated ? "danger" : "primary" }}
      run={(reason) => update({ id, status: !isActivated, reason })}
      onDone={() => showToast(`The account ${email} is ${isActivated ? "deactivated" : "active again"}.`)}
      onClosed={onClosed}
    >
      <p>
        {isActivated
          ? "This admin is signed out everywhere and can’t sign in until the account is activated again."
          : "This admin can sign in again, with the same password and role."}
      </p>
    </ReasonDialog>
  );
}

function SignOutDialog({ admin: { id, email }, self, onClosed }: DialogProps & { self: boolean }) {
  const [signOut] = useSignOutAdminMutation();
  return (
    <ReasonDialog
      title={<span className="text-break">{`Sign ${email} out everywhere?`}</span>}
      of={`the end of all sessions of ${email}`}
      act={{ label: "Sign out everywhere", tone: "danger" }}
      run={(reason) => signOut({ id, reason })}
      onDone={() => showToast(`All sessions of ${email} have ended.`)}
      onClosed={onClosed}
    >
      <p>{`All sessions of this account end, ${self ? "also this one" : "on all devices"}. The password stays.`}</p>
    </ReasonDialog>
  );
}

function DeleteAdminDialog({ admin, onClosed }: DialogProps) {
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
