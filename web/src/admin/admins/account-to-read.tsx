import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { roleLabels } from "@ornament/contracts/domain/roles";
import { Panel } from "../page/panel.tsx";
import { EmailText } from "../table/email-text.tsx";
import { AdminStateMark } from "./admin-state-mark.tsx";

/** An admin account that can't be changed here. */
export function AccountToRead({ admin }: { admin: AdminRow }) {
  const { email, firstName, lastName, role } = admin;
  return (
    <Panel title="Account" width="form">
      <dl className="o-facts mb-0">
        <dt>Account status</dt>
        <dd>
          <AdminStateMark admin={admin} />
        </dd>
        <dt>Role</dt>
        <dd>{roleLabels[role]}</dd>
        <dt>Email Address</dt>
        <dd>
          <EmailText email={email} />
        </dd>
        <dt>First Name</dt>
        <dd className="text-break">{firstName || "Not set"}</dd>
        <dt>Last Name</dt>
        <dd className="text-break">{lastName || "Not set"}</dd>
      </dl>
    </Panel>
  );
}
