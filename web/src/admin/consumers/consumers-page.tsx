import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { Banner } from "../../ui/messages/banner.tsx";
import { listParams } from "../../ui/table/list-state.ts";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { dateRangeRefusal } from "../dates/date-entry.ts";
import { DateFilter } from "../dates/date-filter.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { InstantControl } from "../instant/instant-control.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay } from "../page/may.ts";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { withoutPages } from "../table/list-query.ts";
import { SimilarPins } from "../table/similar-pins.tsx";
import { useListState } from "../table/use-list-state.ts";
import { consumerColumns } from "./consumer-columns.tsx";
import { useExportConsumersMutation, useListConsumersQuery } from "./consumers-api.ts";
import type { Said } from "./resend-button.tsx";

const searchLabels = { email: "Email", pin: "Pin" };
const filterLabels = { blocked: "Blocked", overLimit: "Over the limit", unconfirmed: "Unconfirmed" };
const datesOf = "Account created";

export function ConsumersPage() {
  const list = useListState("users", consumersTable);
  const [state, change] = list;
  const paramsOf = (of: typeof state) => ({ ...listParams(of), timeZone: browserTimeZone });
  const query = useListConsumersQuery(dateRangeRefusal(state) ? skipToken : paramsOf(state));
  const [exportAll, { isLoading, error }] = useExportConsumersMutation();
  const mayChange = useMay(consumerAddresses.updateConsumerMarketing);
  const [asking, setAsking] = useState<PinStatusTarget>();
  const [said, setSaid] = useState<Said>();
  const columns = useMemo(() => consumerColumns(mayChange, setAsking, setSaid), [mayChange]);
  return (
    <AdminPage
      title="Users Table"
      tab={emailProblem(state.query) ? undefined : normaliseEmail(state.query)}
      instantElsewhere
    >
      <Banner
        tone={said?.tone ?? "success"}
        dismissAfterMs={said?.tone === "success" ? limits.bannerMilliseconds : undefined}
        onDismiss={() => setSaid(undefined)}
      >
        {said?.text}
      </Banner>
      <ListPanel
        caption="Users Table"
        table={consumersTable}
        columns={columns}
        rowKey={({ rowId }) => rowId}
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
            <ExportButton
              busy={isLoading}
              error={error}
              refusal={dateRangeRefusal(state)}
              onExport={() => void exportAll(withoutPages(paramsOf(state)))}
            />
            <WhatChangedLink table="consumers" />
            <InstantControl />
          </>
        }
      />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}
