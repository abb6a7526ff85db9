import { limits } from "@ornament/contracts/domain/limits";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import { useMemo, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { listParams } from "../../ui/table/list-state.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ExportButton } from "../table/export-button.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { withoutPages } from "../table/list-query.ts";
import { useListState } from "../table/use-list-state.ts";
import { consumerColumns } from "./consumer-columns.tsx";
import { useExportConsumersMutation, useListConsumersQuery } from "./consumers-api.ts";
import { DateFilter } from "./date-filter.tsx";
import type { Said } from "./resend-button.tsx";

const searchLabels = { email: "Email", pin: "Pin" };

export function ConsumersPage() {
  const list = useListState("users", consumersTable);
  const [state, dispatch] = list;
  const params = { ...listParams(state), timeZone: browserTimeZone };
  const query = useListConsumersQuery(params);
  const [exportAll, { isLoading, error }] = useExportConsumersMutation();
  const [asking, setAsking] = useState<PinStatusTarget>();
  const [said, setSaid] = useState<Said>();
  const columns = useMemo(() => consumerColumns(setAsking, setSaid), []);
  return (
    <AdminPage
      title="Users Table"
      actions={
        <ExportButton busy={isLoading} error={error} onExport={() => void exportAll(withoutPages(params))} />
      }
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
        endpoint="listConsumers"
        columns={columns}
        rowKey={({ rowId }) => rowId}
        list={list}
        query={query}
        searchLabels={searchLabels}
        emptyText="No consumer has registered yet."
        controls={<DateFilter state={state} dispatch={dispatch} />}
      />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}
