import {
  type ChangedTableName,
  changedTableNames,
  changedTables,
} from "@ornament/contracts/action-log/columns";
import { skipToken } from "@reduxjs/toolkit/query";
import { Navigate, useNavigate, useParams } from "react-router";
import { Select } from "../../ui/form-fields/select.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { minuteText } from "../dates/date-entry.ts";
import { DateField } from "../dates/date-field.tsx";
import { minute } from "../dates/date-kinds.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { changesPath } from "../page/paths.ts";
import { ExportButton } from "../table/export-button.tsx";
import { useClampedPage } from "../table/use-list-state.ts";
import {
  type ChangeAddress,
  type ChangesAddress,
  lastHours,
  presets,
  problemOf,
  useChangesAddress,
  writeChangesAddress,
} from "./changes-address.ts";
import { useExportChangesMutation, useListChangesQuery } from "./changes-api.ts";
import { ChangesList } from "./changes-list.tsx";

/** What changed in a table between two times, for IT Admins and Auditors. */
export function ChangesPage() {
  const { table: written } = useParams();
  const table = changedTableNames.find((name) => name === written);
  return table ? <TableChanges table={table} /> : <Navigate to={changesPath("pins")} replace />;
}

function TableChanges({ table }: { table: ChangedTableName }) {
  const navigate = useNavigate();
  const [address, change] = useChangesAddress();
  const { from, to, query: term, page, limit } = address;
  const problem = problemOf(address);
  const asked = problem === undefined ? { table, from, to, query: term, page, limit } : skipToken;
  const query = useListChangesQuery(asked);
  const { currentData: changes } = query;
  const exporting = useExportChangesMutation();
  useClampedPage(address, changes?.count, change);
  const lastHour = (
    <Button tone="quiet" onClick={() => change(lastHours(1, new Date()))}>
      Show the last hour
    </Button>
  );
  return (
    <AdminPage
      title="What changed"
      tab={tabOf(table, from, to)}
      actions={
        <ExportButton
          exporting={exporting}
          of={{ table, from, to, query: term, timeZone: browserTimeZone }}
          refusal={problem}
        />
      }
    >
      <Panel width="table">
        <ChangesControls
          table={table}
          address={address}
          change={change}
          onTable={(next) =>
            void navigate(`${changesPath(next)}?${writeChangesAddress({ ...address, page: 1 })}`, {
              preventScrollReset: true,
            })
          }
        />
        <p className="visually-hidden" role="status">
          {changes && countText(changes.count)}
        </p>
        {problem === undefined ? (
          <Loaded query={{ ...query, data: changes }} lines={6} wayOut={lastHour}>
            {(shown) => <ChangesList changes={shown} term={term} change={change} />}
          </Loaded>
        ) : (
          <div role="alert">
            <EmptyState action={lastHour}>{`No changes are shown. ${problem}`}</EmptyState>
          </div>
        )}
      </Panel>
    </AdminPage>
  );
}

/** `Pins, 11/24/26 12:00 pm to 11/25/26 12:00 pm`. */
const tabOf = (table: ChangedTableName, from: string, to: string): string =>
  `${changedTables[table].title}, ${minuteText(from, browserTimeZone)} to ${minuteText(to, browserTimeZone)}`;

const countText = (count: number): string =>
  count === 0 ? "Nothing changed" : count === 1 ? "1 change" : `${groupedNumber(count)} changes`;

const tables = changedTableNames.map((name) => ({ value: name, label: changedTables[name].title }));

export interface ChangesControlsProps {
  table: ChangedTableName;
  address: ChangesAddress;
  change: ChangeAddress;
  onTable: (table: ChangedTableName) => void;
}

/** The table, both times with the usual spans, and the search. */
export function ChangesControls({ table, address, change, onTable }: ChangesControlsProps) {
  return (
    <div className="o-changes-span">
      <Select label="Table" value={table} options={tables} onChange={onTable} />
      <DateField label="From" kind={minute} value={address.from} onChange={(from) => change({ from })} />
      <DateField label="To" kind={minute} value={address.to} onChange={(to) => change({ to })} />
      <search className="o-search">
        <SearchBox term={address.query} onSearch={(query, replace) => change({ query }, { replace })} />
      </search>
      <div className="o-date-presets hstack flex-wrap gap-1">
        {presets.map(({ label, hours }) => (
          <button
            key={label}
            type="button"
            className="o-preset"
            onClick={() => change(lastHours(hours, new Date()))}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
