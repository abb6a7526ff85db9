import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../page/panel.tsx";
import { DeleteAdminDialog } from "./delete-admin-dialog.tsx";

/** Deleting stands apart from the form, so that nobody presses it for Update. */
export function DeleteAccountPanel({ admin }: { admin: AdminRow }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Panel width="form">
      <div className="o-row o-row-apart">
        <span className="o-soft">A deleted account cannot sign in and cannot be restored.</span>
        <Button tone="danger-quiet" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      {deleting && <DeleteAdminDialog admin={admin} onClosed={() => setDeleting(false)} />}
    </Panel>
  );
}
