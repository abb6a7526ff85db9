import {
  type ChangedTableName,
  changedTableNames,
  changedTables,
} from "@ornament/contracts/tables/changed-tables";
import { skipToken } from "@reduxjs/toolkit/query";
import { useCallback } from "react";
import { useNavigate, useParams } from "react-router";
import { StaleNote } from "../../app/stale-note.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { minuteText } from "../dates/minutes.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { changesPath } from "../page/paths.ts";
import { ExportButton } from "../table/export-button.tsx";
import { useClampedPage } from "../table/use-list-state.ts";
import { lastHours, problemOf, writeChangesAddress } from "./changes-address.ts";
import { useExportChangesMutation, useListChangesQuery } from "./changes-api.ts";
import { ChangesControls } from "./changes-controls.tsx";
import { ChangesList } from "./changes-list.tsx";
import { useChangesAddress } from "./use-changes-address.ts";

/** What changed in a table between two times, for IT Admins and Auditors. */
export function ChangesPage() {
  const { table: written } = useParams();
  const table = changedTableNames.find((name) => name === written);
  if (table) return <TableChanges table={table} />;
  return (
    <AdminPage title="What changed">
      <Panel>
        <EmptyState
          action={
            <ButtonLink tone="quiet" to={changesPath("pins")}>
              What changed in Pins
            </ButtonLink>
          }
        >
          There’s nothing here. Check the link.
        </EmptyState>
      </Panel>
    </AdminPage>
  );
}

function TableChanges({ table }: { table: ChangedTableName }) {
  const navigate = useNavigate();
  const [address, change] = useChangesAddress();
  const { from, to, page, limit } = address;
  const problem = problemOf(address);
  const asked = problem === undefined ? { table, from, to, page, limit } : skipToken;
  const { currentData: changes, error, refetch } = useListChangesQuery(asked);
  const [exportAll, exporting] = useExportChangesMutation();
  useClampedPage(
    address,
    changes?.count,
    useCallback(
      ({ count }: { count: number }) => {
        const last = Math.max(1, Math.ceil(count / limit));
        if (page > last) change({ page: last }, { replace: true });
      },
      [page, limit, change],
    ),
  );
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
          busy={exporting.isLoading}
          error={exporting.error}
          refusal={problem}
          onExport={() => void exportAll({ table, from, to, timeZone: browserTimeZone })}
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
        <StaleNote endpoint="listChanges" refetch={refetch} />
        <p className="visually-hidden" role="status">
          {changes && countText(changes.count)}
        </p>
        {problem !== undefined && (
          <div role="alert">
            <EmptyState action={lastHour}>{`No changes are shown. ${problem}`}</EmptyState>
          </div>
        )}
        {problem === undefined && error !== undefined && !changes && (
          <LoadFailure error={error} refetch={refetch} wayOut={lastHour} />
        )}
        {problem === undefined && error === undefined && !changes && <Skeleton lines={6} />}
        {problem === undefined && changes && (
          <ChangesList
            changes={changes}
            onPage={(next) => change({ page: next })}
            onLimit={(limit) => change({ limit })}
          />
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
