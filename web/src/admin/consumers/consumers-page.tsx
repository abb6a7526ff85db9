import type { ConsumerRow } from "@ornament/contracts/consumers/api";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { consumerPaths } from "@ornament/contracts/routes/back-office";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { listParams, withoutPages } from "../../ui/table/list-state.ts";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { DateFilter } from "../dates/date-filter.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { InstantControl } from "../instant/instant-control.tsx";
import { PageButtonLink } from "../instant/shown-instant.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay } from "../page/may.ts";
import { consumerProfilePath } from "../page/paths.ts";
import { PinStatus, PinStatusButton, type PinStatusTarget } from "../pins/pin-status.tsx";
import { PinStatusDialog } from "../pins/pin-status-dialog.tsx";
import { CutText, EmailCell, PinCode } from "../table/cut-text.tsx";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { SimilarPins } from "../table/narrowing.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { useListState } from "../table/use-list-state.ts";
import { useExportConsumersMutation, useListConsumersQuery } from "./consumers-api.ts";
import { ResendButton, type Say, useSaid } from "./resend-button.tsx";

const searchLabels = { email: "Email", pin: "Pin" };
const filterLabels = { blocked: "Blocked", overLimit: "Over the limit", unconfirmed: "Unconfirmed" };
const datesOf = "Account created";

export function ConsumersPage() {
  const list = useListState("users", consumersTable);
  const [state, change] = list;
  const params = { ...listParams(state), timeZone: browserTimeZone };
  const refusal = dateRangeRefusal(state);
  const query = useListConsumersQuery(refusal ? skipToken : params);
  const exporting = useExportConsumersMutation();
  const mayChange = useMay(consumerPaths.updateConsumerMarketing);
  const [asking, setAsking] = useState<PinStatusTarget>();
  const [said, say] = useSaid();
  const columns = useMemo(() => consumerColumns(mayChange, setAsking, say), [mayChange, say]);
  return (
    <AdminPage
      title="Users Table"
      tab={emailProblem(state.query) ? undefined : normaliseEmail(state.query)}
      instantElsewhere
    >
      {said}
      <ListPanel
        caption="Users Table"
        table={consumersTable}
        columns={columns}
        rowKey={({ rowId }) => rowId}
        continues={({ id }, before) => id === before.id}
        list={list}
        query={query}
        searchLabels={searchLabels}
        filterLabels={filterLabels}
        datesOf={datesOf}
        aboveRows={<SimilarPins page={query.currentData} query={state.query} />}
        emptyText="No consumer has registered yet."
        controls={<DateFilter dates={state} change={change} of={datesOf} />}
        more={
          <>
            <ExportButton exporting={exporting} of={withoutPages(params)} refusal={refusal} />
            <WhatChangedLink table="consumers" />
            <InstantControl />
          </>
        }
      />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}

const sorted: SortColumns<ConsumerRow, typeof consumersTable, "id" | "createdAt"> = {
  email: {
    header: "Email Address",
    long: true,
    least: 12,
    card: "name",
    className: "o-of-group",
    cell: ({ id, email }) => <EmailCell email={email} to={consumerProfilePath(id)} />,
  },
  pin: {
    header: "Ornament PIN",
    cell: ({ pin }) => pin && <PinCode pin={pin.pin} />,
  },
  name: {
    header: "Ornament Name",
    long: true,
    least: 5.5,
    cell: ({ pin }) => pin?.name && <CutText text={pin.name} />,
  },
  status: {
    header: "PIN Status",
    cell: ({ pin }) => pin && <PinStatus pin={pin} />,
  },
  marketingEmail: {
    header: "Subscription status",
    tooltip: "Whether the consumer receives marketing emails",
    className: "o-of-group o-subscription",
    cell: ({ marketingEmail }) => (
      <StateMark tone={marketingEmail ? "good" : "plain"}>
        {marketingEmail ? "Subscribed" : "Unsubscribed"}
      </StateMark>
    ),
  },
};
const columns = sortColumns(sorted);

/**
 * The actions of a row: profile and PIN status with a PIN; Edit and, while unconfirmed, Resend email without
 * one. Admins who may change nothing have only the profile.
 */
export const consumerColumns = (
  mayChange: boolean,
  ask: (target: PinStatusTarget) => void,
  say: Say,
): readonly Column<ConsumerRow, SortKey<typeof consumersTable>>[] => [
  ...columns,
  {
    key: "actions",
    header: "Actions",
    actions: true,
    cell: ({ id, email, isActivated, pin }) => (
      <div className="hstack gap-2">
        <PageButtonLink
          small
          tone="quiet"
          to={consumerProfilePath(id)}
          aria-label={pin || !mayChange ? `View profile of ${email}` : `Edit ${email}`}
        >
          {pin || !mayChange ? "View profile" : "Edit"}
        </PageButtonLink>
        {pin && <PinStatusButton pin={pin} onAsk={ask} />}
        {!isActivated && <ResendButton email={email} onSaid={say} />}
      </div>
    ),
  },
];
