import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { roleLabels } from "@ornament/contracts/domain/roles";
import { useMemo } from "react";
import { useAdmin } from "../../app/app-hooks.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { type ListRules, listParams } from "../../ui/table/list-state.ts";
import { useListState } from "../../ui/table/use-list-state.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { adminProfilePath, createAccountPath } from "../paths.ts";
import { EmailText } from "../table/email-text.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { useListAdminsQuery } from "./admins-api.ts";

const rules: ListRules = {
  sortFields: ["role", "email", "firstName", "lastName", "isActivated"],
  searchFields: ["email", "firstName", "lastName"],
};

const searchFields = [
  { value: "email", label: "Email" },
  { value: "firstName", label: "First Name" },
  { value: "lastName", label: "Last Name" },
];

const columns: readonly Column<AdminRow>[] = [
  { key: "role", header: "Role", sortField: "role", cell: ({ role }) => roleLabels[role] },
  {
    key: "email",
    header: "Email Address",
    sortField: "email",
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    key: "firstName",
    header: "First Name",
    sortField: "firstName",
    cell: ({ firstName }) => <span className="o-cell-text">{firstName}</span>,
  },
  {
    key: "lastName",
    header: "Last Name",
    sortField: "lastName",
    cell: ({ lastName }) => <span className="o-cell-text">{lastName}</span>,
  },
  {
    key: "status",
    header: "Account status",
    sortField: "isActivated",
    cell: ({ isActivated }) => (
      <StateMark tone={isActivated ? "good" : "plain"}>{isActivated ? "Active" : "Deactivated"}</StateMark>
    ),
  },
];

const actions: Column<AdminRow> = {
  key: "actions",
  header: "Actions",
  pinned: true,
  cell: ({ id, email }) => (
    <ButtonLink small tone="quiet" to={adminProfilePath(id)} aria-label={`View profile of ${email}`}>
      View profile
    </ButtonLink>
  ),
};

export function AdminsPage() {
  const mayEdit = useAdmin()?.role === "ADMIN";
  const list = useListState("admins", rules);
  const query = useListAdminsQuery(listParams(list[0]));
  const shown = useMemo(() => (mayEdit ? [...columns, actions] : columns), [mayEdit]);
  return (
    <AdminPage
      title="Admins Table"
      actions={
        mayEdit && (
          <ButtonLink to={createAccountPath}>
            <Icon name="plus" />
            Add new profile
          </ButtonLink>
        )
      }
    >
      <ListPanel
        caption="Admins Table"
        endpoint="listAdmins"
        columns={shown}
        rowKey={({ id }) => id}
        list={list}
        query={query}
        searchFields={searchFields}
        emptyText="There are no admins yet."
      />
    </AdminPage>
  );
}
