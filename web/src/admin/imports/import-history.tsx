import type { PinImportRow } from "@ornament/contracts/imports/api";
import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { StaleNote } from "../../app/stale-note.tsx";
import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { useInstant } from "../instant/shown-instant.tsx";
import { Loaded, LoadFailure, RefreshFailure } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { batchPath } from "../page/paths.ts";
import { CutText, EmailCell } from "../table/cut-text.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { RefusedRowsButton } from "./import-state.tsx";
import { useListPinImportsQuery } from "./imports-api.ts";

const pollMs = 2000;
const newestFirst = { fieldName: "startedAt", direction: "DESC" } as const;

/** Every import, the newest first: who, when, the file, its batches, its result and its refused rows. */
export function ImportHistory() {
  const [place, setPlace] = useState<{ page: number; limit: number }>({
    page: 1,
    limit: limits.defaultPageSize,
  });
  const [runs, setRuns] = useState(false);
  const at = useInstant();
  const query = useListPinImportsQuery(place, {
    pollingInterval: runs && at === undefined ? pollMs : 0,
  });
  const { data, currentData, error, refetch } = query;
  const isRunning = data?.rows.some(({ state }) => state === "running") ?? false;
  if (isRunning !== runs) setRuns(isRunning);
  return (
    <Panel title="History of imports" width="table">
      <StaleNote query={query} />
      {!data && error !== undefined ? (
        <LoadFailure error={error} refetch={refetch} />
      ) : (
        <>
          <RefreshFailure query={query} />
          <DataTable
            caption="History of imports"
            regionName="Imports"
            columns={columns}
            rows={data?.rows}
            rowKey={({ importId }) => importId}
            count={undefined}
            sort={newestFirst}
            onSort={() => undefined}
            skeletonRows={3}
            refreshing={data !== undefined && currentData === undefined && error === undefined}
            empty={
              <EmptyState>
                {at === undefined
                  ? "There was no import yet. Choose a file under Import of PINs."
                  : "There was nothing here at that time."}
              </EmptyState>
            }
          />
          <TableFoot
            state={place}
            change={(part) => setPlace({ ...place, page: 1, ...part })}
            count={data?.count}
            shown={data}
          />
        </>
      )}
    </Panel>
  );
}

const columns: readonly Column<PinImportRow, "startedAt">[] = [
  { key: "startedAt", header: "Date", cell: ({ startedAt }) => <DateTime instant={startedAt} /> },
  {
    key: "startedBy",
    header: "Admin",
    share: 3,
    least: 11,
    cell: ({ startedBy }) =>
      startedBy === null ? (
        "System"
      ) : startedBy.email === null ? (
        "(erased)"
      ) : (
        <EmailCell email={startedBy.email} />
      ),
  },
  {
    key: "fileName",
    header: "File",
    share: 3,
    least: 8,
    card: "name",
    cell: ({ fileName }) => <CutText text={fileName} />,
  },
  {
    key: "batches",
    header: "PIN batch",
    share: 3,
    least: 8,
    cell: ({ batches }) => <Batches names={batches} />,
  },
  {
    key: "result",
    header: "Result",
    share: 3,
    least: 9,
    wrap: true,
    card: "state",
    cell: (row) => <Result row={row} />,
  },
  {
    key: "refusedRows",
    header: "Left out",
    tooltip: "Download the refused rows",
    actions: true,
    cell: ({ importId, fileName, refusedRows }) =>
      refusedRows > 0 ? <RefusedRowsButton {...{ importId, fileName }} rows={refusedRows} /> : null,
  },
];

/** Unfolds what an import did below its entry of the log. */
export const ImportFold = ({ id, of }: { id: string; of: string }) => (
  <Fold label="Details" name={`Details of: ${of}`} className="o-history-part">
    <ImportDetails id={id} />
  </Fold>
);

function ImportDetails({ id }: { id: string }) {
  return (
    <Loaded query={useListPinImportsQuery({ page: 1, limit: limits.defaultPageSize, id })}>
      {({ rows: [row] }) =>
        row && (
          <dl className="o-facts">
            <dt>Result</dt>
            <dd>
              <Result row={row} />
            </dd>
            <dt>PIN batch</dt>
            <dd>
              <Batches names={row.batches} />
            </dd>
            <dt>Left out</dt>
            <dd>
              {row.refusedRows > 0 ? (
                <RefusedRowsButton importId={id} fileName={row.fileName} rows={row.refusedRows} />
              ) : (
                "None"
              )}
            </dd>
          </dl>
        )
      }
    </Loaded>
  );
}

const mostBatches = 3;

/** The batches that have PINs of the import, with links to their PINs. */
function Batches({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span>None</span>;
  const more = names.length - mostBatches;
  return (
    <span className="vstack">
      {names.slice(0, mostBatches).map((name) => (
        <CutText key={name} text={name} to={batchPath(name)} />
      ))}
      {more > 0 && <span className="text-body-secondary">and {groupedNumber(more)} more</span>}
    </span>
  );
}

function Result({ row: { state, added, rows, reason } }: { row: PinImportRow }) {
  const counted = `${groupedNumber(added)} added`;
  switch (state) {
    case "completed":
      return <StateMark tone={added > 0 ? "good" : "bad"}>{counted}</StateMark>;
    case "interrupted":
      return (
        <StateMark tone="bad">
          {`Interrupted${reason === null ? "" : ` (${reason})`}: at least ${counted}`}
        </StateMark>
      );
    case "running":
      return <StateMark tone="plain">{`Running: ${groupedNumber(rows)} rows read, ${counted}`}</StateMark>;
    default:
      return state satisfies never;
  }
}
