import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { useState } from "react";
import { useAdmin } from "../../app/app-hooks.ts";
import { Button } from "../../ui/press/button.tsx";
import { Panel } from "../page/panel.tsx";
import { DeleteAdminDialog } from "./delete-admin-dialog.tsx";

/**
 * Deletes an account; not shown to its own admin. It is apart from the form, so that nobody presses it
 * instead of Update.
 */
export function DeleteAccountPanel({ admin }: { admin: AdminRow }) {
  const [deleting, setDeleting] = useState(false);
  if (useAdmin()?.id === admin.id) return null;
  return (
    <Panel width="form">
      <div className="hstack flex-wrap gap-3 justify-content-between">
        <span className="text-body-secondary">A deleted account cannot sign in and cannot be restored.</span>
        <Button tone="danger-quiet" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {deleting && <DeleteAdminDialog admin={admin} onClosed={() => setDeleting(false)} />}
    </Panel>
  );
}
