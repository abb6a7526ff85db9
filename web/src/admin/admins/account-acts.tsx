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
import { ReasonDialog, type ReasonDialogProps } from "../typed-text/reason-dialog.tsx";
import { forgetTypedText } from "../typed-text/typed-text.tsx";
import {
  useDeleteAdminMutation,
  useSignOutAdminMutation,
  useUpdateAdminStatusMutation,
} from "./admins-api.ts";

type Asked = Pick<ReasonDialogProps<unknown>, "title" | "of" | "act" | "run" | "children"> & { done: string };

/**
 * The status of an account and the acts on the whole account, apart from the form, so that nobody presses one instead
 * of Update. Admins deactivate and delete others only.
 */
export function AccountActs({ admin }: { admin: AdminRow }) {
  const { id, email, isActivated } = admin;
  const self = useAdmin()?.id === id;
  const [asked, setAsked] = useState<Asked>();
  const [deleting, setDeleting] = useState(false);
  const [update] = useUpdateAdminStatusMutation();
  const [signOut] = useSignOutAdminMutation();
  const verb = isActivated ? "Deactivate" : "Activate";
  const changeStatus: Asked = {
    title: <span className="text-break">{`${verb} ${email}?`}</span>,
    of: `the ${isActivated ? "deactivation" : "activation"} of ${email}`,
    act: { label: `${verb} account`, tone: isActivated ? "danger" : "primary" },
    children: isActivated
      ? "This admin is signed out everywhere and can’t sign in until the account is activated again."
      : "This admin can sign in again, with the same password and role.",
    run: (reason) => update({ id, status: !isActivated, reason }),
    done: `The account ${email} is ${isActivated ? "deactivated" : "active again"}.`,
  };
  const endSessions: Asked = {
    title: <span className="text-break">{`Sign ${email} out everywhere?`}</span>,
    of: `the end of all sessions of ${email}`,
    act: { label: "Sign out everywhere", tone: "danger" },
    children: `All sessions of this account end, ${self ? "also this one" : "on all devices"}. The password stays.`,
    run: (reason) => signOut({ id, reason }),
    done: `All sessions of ${email} have ended.`,
  };
  return (
    <Panel title="Account status">
      <div className="hstack flex-wrap gap-3 justify-content-between">
        <AdminStateMark admin={admin} />
        <div className="hstack flex-wrap gap-3">
          <Button tone="quiet" onClick={() => setAsked(endSessions)}>
            Sign out everywhere…
          </Button>
          {!self && (
            <>
              <Button tone="quiet" onClick={() => setAsked(changeStatus)}>
                {`${verb} account…`}
              </Button>
              <Button tone="danger-quiet" onClick={() => setDeleting(true)}>
                Delete account
              </Button>
            </>
          )}
        </div>
      </div>
      {asked && (
        <ReasonDialog {...asked} onDone={() => showToast(asked.done)} onClosed={() => setAsked(undefined)}>
          <p>{asked.children}</p>
        </ReasonDialog>
      )}
      {deleting && <DeleteAdminDialog admin={admin} onClosed={() => setDeleting(false)} />}
    </Panel>
  );
}

function DeleteAdminDialog({ admin, onClosed }: { admin: AdminRow; onClosed: () => void }) {
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
