import {
  bulkChangeAddresses,
  changesAddresses,
  pinAddresses,
} from "@ornament/contracts/api/addresses/back-office";
import { formatPinCode, parsePinCode } from "@ornament/contracts/domain/pin-code";
import { pinsTable } from "@ornament/contracts/tables/pins";
import { everyRow } from "@ornament/contracts/tables/table-keys";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { type ListState, listParams } from "../../ui/table/list-state.ts";
import { type BulkChangeTarget, StartDialog } from "../bulk-changes/bulk-change-dialogs.tsx";
import { type Change, pinsText } from "../bulk-changes/bulk-change-texts.ts";
import {
  CurrentBulkChanges,
  EarlierBulkChanges,
  useBulkChanges,
} from "../bulk-changes/bulk-changes-panel.tsx";
import { ChoiceBar } from "../bulk-changes/choice-bar.tsx";
import { choiceColumn } from "../bulk-changes/choice-column.tsx";
import { useChosenPins } from "../bulk-changes/use-chosen-pins.ts";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { HistoryPanel } from "../history/history-fold.tsx";
import { InstantControl } from "../instant/instant-control.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { batchSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay } from "../page/may.ts";
import { PinStatusDialog, type PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { narrowingTexts } from "../table/narrowing.tsx";
import { SimilarPins } from "../table/similar-pins.tsx";
import { useListState } from "../table/use-list-state.ts";
import { BatchSelect } from "./batch-select.tsx";
import { pinColumns } from "./pin-columns.tsx";
import { useCountPinsQuery, useListPinsQuery } from "./pins-api.ts";

const filterLabels = {
  registered: "Registered",
  notRegistered: "Not Registered",
  blocked: "Blocked",
  overLimit: "Over the limit",
};
const searchLabels = { email: "Email", pin: "Pin", batch: "PIN batch", commentary: "Commentary" };

const labels = { search: searchLabels, filters: filterLabels, datesOf: undefined };

/** The search and filters of the table in words; "" for all PINs. */
function ofSearch(state: ListState<typeof pinsTable>) {
  const { query, filter, batch } = state;
  if (query.trim() === "" && filter === everyRow) return batch && `of batch ${batch}`;
  return `of this search (${narrowingTexts(state, labels).join(", ")})`;
}

/** The PIN of a search for one whole PIN. */
const wholePin = (term: string): string | undefined => {
  const code = parsePinCode(term);
  return code && formatPinCode(code);
};

export function PinsPage() {
  const list = useListState("pins", pinsTable);
  const [state, change] = list;
  const params = listParams(state);
  const at = useInstant();
  const query = useListPinsQuery(params);
  // The numbers are those of the whole table or batch, so they are not shown while a term hides rows.
  const counts = useCountPinsQuery(params.query === "" ? state.batch : skipToken);
  const mayChange = useMay(pinAddresses.updatePinStatus);
  const [asking, setAsking] = useState<PinStatusTarget>();
  const [starting, setStarting] = useState<BulkChangeTarget>();
  const { page: _page, limit: _limit, fieldName: _fieldName, direction: _direction, ...search } = params;
  const chosen = useChosenPins(JSON.stringify(search));
  const { data } = query;
  const mayChangeMany = useMay(bulkChangeAddresses.startBulkChange);
  const columns = useMemo(
    () =>
      pinColumns(
        mayChange ? setAsking : undefined,
        mayChangeMany ? choiceColumn(chosen, data?.rows ?? []) : undefined,
      ),
    [mayChange, mayChangeMany, chosen, data],
  );
  // Nobody else has an entry in the menu.
  const looksBack = useMay(changesAddresses.listChanges);
  const bulkChanges = useBulkChanges();
  const of = data?.similar ? "similar to this search" : ofSearch(state);
  const askForChosen = (wanted: Change) =>
    setStarting({
      change: wanted,
      pins: chosen.all ? search : { ids: [...chosen.ids].join() },
      name: chosen.all ? `all ${pinsText(data?.count ?? 0)}${of && ` ${of}`}` : pinsText(chosen.ids.size),
    });
  return (
    <AdminPage title="Pins Table" tab={wholePin(state.query)} instantElsewhere>
      {at === undefined && <CurrentBulkChanges rows={bulkChanges.current} />}
      <ListPanel
        caption="Pins Table"
        table={pinsTable}
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        query={query}
        searchLabels={searchLabels}
        filterLabels={filterLabels}
        filterCounts={counts.currentData?.counts}
        aboveRows={
          <>
            <SimilarPins page={query.currentData} query={state.query} />
            {mayChangeMany && (
              <ChoiceBar
                chosen={chosen}
                rows={data?.rows ?? []}
                count={data?.count}
                of={of}
                onAsk={askForChosen}
              />
            )}
          </>
        }
        controls={<BatchSelect batch={state.batch} onChange={(batch) => change({ batch })} />}
        more={
          looksBack && (
            <>
              <WhatChangedLink table="pins" />
              <InstantControl />
            </>
          )
        }
        emptyText="There are no PINs yet. An IT Admin imports them in Settings."
      />
      {state.batch && (
        <HistoryPanel key={state.batch} subject={batchSubject(state.batch)} of={`PIN batch ${state.batch}`} />
      )}
      {at === undefined && <EarlierBulkChanges rows={bulkChanges.earlier} />}
      {starting && (
        <StartDialog target={starting} onStarted={chosen.clear} onClosed={() => setStarting(undefined)} />
      )}
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </AdminPage>
  );
}
