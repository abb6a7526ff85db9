import type { AdminRow } from "@ornament/contracts/admins/api";
import { adminsTable } from "@ornament/contracts/admins/columns";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { roleLabels } from "@ornament/contracts/values/roles";
import { useMemo } from "react";
import { Icon } from "../../ui/icon.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { listParams } from "../../ui/table/list-state.ts";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { InstantControl } from "../instant/instant-control.tsx";
import { PageButtonLink } from "../instant/shown-instant.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay, useMayOpen } from "../page/may.ts";
import { adminProfilePath, createAccountPath } from "../page/paths.ts";
import { CutText, EmailCell } from "../table/cut-text.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { AdminStateMark } from "../table/state-mark.tsx";
import { useListState } from "../table/use-list-state.ts";
import { useListAdminsQuery } from "./admins-api.ts";

const searchLabels = { email: "Email", firstName: "First Name", lastName: "Last Name" };

const sorted: SortColumns<AdminRow, typeof adminsTable, "id"> = {
  role: { header: "Role", cell: ({ role }) => roleLabels[role] },
  email: {
    header: "Email Address",
    long: true,
    least: 9,
    card: "name",
    cell: ({ id, email }) => <AdminEmail id={id} email={email} />,
  },
  firstName: {
    header: "First Name",
    long: true,
    least: 5,
    cell: ({ firstName }) => firstName && <CutText text={firstName} />,
  },
  lastName: {
    header: "Last Name",
    long: true,
    least: 5,
    cell: ({ lastName }) => lastName && <CutText text={lastName} />,
  },
  isActivated: {
    header: "Account status",
    card: "state",
    cell: (admin) => <AdminStateMark admin={admin} />,
  },
};
const columns = sortColumns(sorted);

/** An admin's email address, which leads to the account for admins who may open it. */
function AdminEmail({ id, email }: Pick<AdminRow, "id" | "email">) {
  const opens = useMayOpen(adminAccountPaths.updateAdmin);
  return <EmailCell email={email} to={opens ? adminProfilePath(id) : undefined} />;
}

const actions: Column<AdminRow, never> = {
  key: "actions",
  header: "Actions",
  actions: true,
  cell: ({ id, email }) => (
    <PageButtonLink small tone="quiet" to={adminProfilePath(id)} aria-label={`View profile of ${email}`}>
      View profile
    </PageButtonLink>
  ),
};

export function AdminsPage() {
  const mayCreate = useMay(adminAccountPaths.createAdmin);
  const opensProfiles = useMayOpen(adminAccountPaths.updateAdmin);
  const list = useListState("admins", adminsTable);
  const params = listParams(list[0]);
  const query = useListAdminsQuery(params);
  const shown = useMemo(() => (opensProfiles ? [...columns, actions] : columns), [opensProfiles]);
  return (
    <AdminPage
      title="Admins Table"
      instantElsewhere
      actions={
        mayCreate && (
          <ButtonLink to={createAccountPath}>
            <Icon name="plus" />
            Add new profile
          </ButtonLink>
        )
      }
    >
      <ListPanel
        caption="Admins Table"
        table={adminsTable}
        columns={shown}
        rowKey={({ id }) => id}
        list={list}
        query={query}
        searchLabels={searchLabels}
        more={
          <>
            <WhatChangedLink table="admins" />
            <InstantControl />
          </>
        }
        emptyText="There are no admins yet."
      />
    </AdminPage>
  );
}
