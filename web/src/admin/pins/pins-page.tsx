import type { PinRow } from "@ornament/contracts/pins/api";
import { pinsTable } from "@ornament/contracts/pins/columns";
import { bulkChangePaths, changesPaths, pinPaths } from "@ornament/contracts/routes/back-office";
import { everyRow, type SortKey } from "@ornament/contracts/tables/table-keys";
import { formatPinCode, searchedPinCode } from "@ornament/contracts/values/pin-code";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { countedText, FilterChip } from "../../ui/table/filter-chip.tsx";
import { type ListState, listParams } from "../../ui/table/list-state.ts";
import { type BulkChangeTarget, StartDialog } from "../bulk-changes/bulk-change-dialogs.tsx";
import { type Change, pinsText } from "../bulk-changes/bulk-change-texts.ts";
import { CurrentBulkChanges, EarlierBulkChanges, useBulkChanges } from "../bulk-changes/bulk-changes.tsx";
import { ChoiceBar, choiceColumn, useChosenPins } from "../bulk-changes/chosen-pins.tsx";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { HistoryPanel } from "../history/history.tsx";
import { InstantControl } from "../instant/instant-control.tsx";
import { useInstant } from "../instant/shown-instant.tsx";
import { batchSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { useMay } from "../page/may.ts";
import { consumerProfilePath } from "../page/paths.ts";
import { CutText, EmailCell, PinCode } from "../table/cut-text.tsx";
import { ListPanel } from "../table/list-panel.tsx";
import { narrowingTexts, SimilarPins } from "../table/narrowing.tsx";
import { DeviceUse } from "../table/state-mark.tsx";
import { useListState } from "../table/use-list-state.ts";
import { Commentary, PinStatus, PinStatusButton, type PinStatusTarget } from "./pin-status.tsx";
import { PinStatusDialog } from "./pin-status-dialog.tsx";
import { useCountPinsQuery, useListBatchesQuery, useListPinsQuery } from "./pins-api.ts";

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
  const code = searchedPinCode(term);
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
  const mayChange = useMay(pinPaths.updatePinStatus);
  const [asking, setAsking] = useState<PinStatusTarget>();
  const [starting, setStarting] = useState<BulkChangeTarget>();
  const { page: _page, limit: _limit, fieldName: _fieldName, direction: _direction, ...search } = params;
  const chosen = useChosenPins(JSON.stringify(search));
  const { data } = query;
  const mayChangeMany = useMay(bulkChangePaths.startBulkChange);
  const columns = useMemo(
    () =>
      pinColumns(
        mayChange ? setAsking : undefined,
        mayChangeMany ? choiceColumn(chosen, data?.rows ?? []) : undefined,
      ),
    [mayChange, mayChangeMany, chosen, data],
  );
  // Nobody else has an entry in the menu.
  const looksBack = useMay(changesPaths.listChanges);
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

/** Chooses a PIN batch, each with the number of its PINs; "" for all. There is no choice without batches. */
export function BatchSelect({ batch, onChange }: { batch: string; onChange: (batch: string) => void }) {
  const { data } = useListBatchesQuery();
  const sizes = new Map(data?.rows.map(({ batchName, pins }) => [batchName, pins]));
  const names = [...sizes.keys()];
  // Only the newest batches are offered, and the batch in a URL may be an older one.
  const offered = batch === "" || names.includes(batch) ? names : [batch, ...names];
  if (offered.length === 0) return null;
  return (
    <FilterChip
      label="Batch"
      value={batch}
      every={{ value: "", text: "All batches" }}
      options={offered.map((name) => ({ value: name, text: countedText(name, sizes.get(name)) }))}
      onChange={onChange}
    />
  );
}

const sorted: SortColumns<PinRow, typeof pinsTable, "id"> = {
  pin: {
    header: "PIN",
    least: 6.8,
    card: "name",
    cell: ({ pin }) => <PinCode pin={pin} />,
  },
  email: {
    header: "Email Address",
    long: true,
    least: 10.5,
    cell: ({ email, userId }) =>
      email && <EmailCell email={email} to={userId === null ? undefined : consumerProfilePath(userId)} />,
  },
  status: {
    header: "PIN Status",
    least: 7.6,
    card: "state",
    cell: (pin) => <PinStatus pin={pin} />,
  },
  countDevices: {
    header: "Devices",
    least: 5.4,
    tooltip: "Devices used / limit",
    cell: ({ countDevices, deviceLimit }) => <DeviceUse used={countDevices} limit={deviceLimit} />,
  },
  batchName: {
    header: "PIN batch",
    long: true,
    least: 5.25,
    cell: ({ batchName }) => batchName && <CutText text={batchName} />,
  },
  registeredAt: {
    header: "Activation date",
    least: 9.85,
    cell: ({ registeredAt }) => registeredAt && <DateTime instant={registeredAt} />,
  },
  comment: {
    header: "Commentary",
    tooltip: "The latest deactivation comment",
    long: true,
    least: 5.25,
    cell: (pin) => pin.comment && <Commentary pin={pin} />,
  },
};
const columns = sortColumns(sorted);

const actionColumn = (ask: (target: PinStatusTarget) => void): Column<PinRow, never> => ({
  key: "action",
  header: "Action",
  least: 7,
  card: "aside",
  actions: true,
  cell: (row) => <PinStatusButton pin={row} onAsk={ask} />,
});

/**
 * @param ask asks for a change of a PIN's status; undefined for admins who may not change it
 * @param choice the column that chooses rows, first
 */
const pinColumns = (
  ask: ((target: PinStatusTarget) => void) | undefined,
  choice?: Column<PinRow, never>,
): readonly Column<PinRow, SortKey<typeof pinsTable>>[] => [
  ...(choice ? [choice] : []),
  ...columns,
  ...(ask ? [actionColumn(ask)] : []),
];
