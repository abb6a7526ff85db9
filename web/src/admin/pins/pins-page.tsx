import { pinsTable } from "@ornament/contracts/tables/pins";
import { useMemo, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { listParams } from "../../ui/table/list-state.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { once } from "../print/load-all-rows.ts";
import { ListPanel } from "../table/list-panel.tsx";
import { useListState } from "../table/use-list-state.ts";
import { pinColumns } from "./pin-columns.tsx";
import { pinsApi, useListPinsQuery } from "./pins-api.ts";

const searchLabels = { email: "Email", pin: "Pin", batch: "PIN batch", commentary: "Commentary" };

export function PinsPage() {
  const list = useListState("pins", pinsTable);
  const params = listParams(list[0]);
  const query = useListPinsQuery(params);
  const dispatch = useAppDispatch();
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
        searchLabels={searchLabels}
        loadPage={(page, limit) =>
          dispatch(pinsApi.endpoints.listPins.initiate({ ...params, page, limit }, once)).unwrap()
        }
        emptyText="There are no PINs yet. An IT Admin imports them in Settings."
      />
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}
