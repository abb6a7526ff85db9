import { useMemo, useState } from "react";
import { type ListRules, listParams } from "../../ui/table/list-state.ts";
import { useListState } from "../../ui/table/use-list-state.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { pinColumns } from "./pin-columns.tsx";
import { useListPinsQuery } from "./pins-api.ts";

const rules: ListRules = {
  sortFields: ["pin", "email", "status", "countDevices", "batchName", "registeredAt", "comment"],
  searchFields: ["email", "pin"],
};

const searchFields = [
  { value: "email", label: "Email" },
  { value: "pin", label: "Pin" },
];

export function PinsPage() {
  const list = useListState("pins", rules);
  const query = useListPinsQuery(listParams(list[0]));
  const [asking, setAsking] = useState<PinStatusTarget>();
  const columns = useMemo(() => pinColumns(setAsking), []);
  return (
    <AdminPage title="Pins Table">
      <ListPanel
        caption="Pins Table"
        endpoint="listPins"
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        query={query}
        searchFields={searchFields}
        emptyText="There are no PINs yet. An IT Admin imports them in Settings."
      />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}
