import type { ReadModelState } from "@ornament/contracts/api/read-models";
import { Banner } from "../../ui/messages/banner.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure, RefreshFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { LastVerification } from "./last-verification.tsx";
import { LogProof } from "./log-proof.tsx";
import { useReadModelStatesQuery } from "./read-models-api.ts";
import { isActive, lagText, readModelNames, stateText } from "./state-texts.ts";

const pollingInterval = 5_000;

const columns: readonly Column<ReadModelState, never>[] = [
  { key: "name", header: "Read model", cell: ({ name }) => readModelNames[name] },
  {
    key: "state",
    header: "State",
    wrap: true,
    cell: (row) => {
      const { tone, text } = stateText(row);
      const { notUpToDate: stop } = row;
      return (
        <div>
          <StateMark tone={tone}>{text}</StateMark>
          {stop && (
            <div className="o-soft o-stop">
              Since <DateTime instant={stop.since} />: {stop.event} at {stop.position} can’t be processed.{" "}
              {stop.reason}
            </div>
          )}
        </div>
      );
    },
  },
  { key: "lag", header: "Lag", cell: ({ lag }) => lagText(lag) },
  { key: "version", header: "Version", cell: ({ version }) => String(version) },
];

/** The state of the read models, which are made from the events, for IT Admins and Auditors. */
export function ReadModelsPage() {
  const { data, error, refetch } = useReadModelStatesQuery(undefined, { pollingInterval });
  const hasStopped = data?.rows.some(({ notUpToDate }) => notUpToDate !== null);
  return (
    <AdminPage title="Read models" subtitle="Tables and profiles are made from the log of all changes.">
      {data && !isActive(data.measuredAt, new Date()) && (
        <Banner tone="error">
          No projector is active, so changes don’t reach the tables. Please tell the operators.
        </Banner>
      )}
      <Banner tone="error">
        {hasStopped &&
          "A read model has stopped at an event that this version can’t process. Its tables show how things were before it. Nothing is lost: they catch up once a repaired version runs."}
      </Banner>
      <Banner tone="error">
        {data && error !== undefined && (
          <RefreshFailure error={error} refetch={refetch} prefix="Not updated: " />
        )}
      </Banner>
      <Panel width="table">
        {!data && error !== undefined ? (
          <LoadFailure error={error} refetch={refetch} />
        ) : (
          <DataTable
            caption="Read models"
            columns={columns}
            rows={data?.rows}
            rowKey={({ name }) => name}
            count={undefined}
            sort={{ fieldName: undefined as never, direction: "ASC" }}
            onSort={() => undefined}
            skeletonRows={8}
            empty={null}
          />
        )}
      </Panel>
      {(data || error === undefined) && (
        <Panel title="Last check">
          {data ? <LastVerification verification={data.verification} /> : <Skeleton lines={2} />}
        </Panel>
      )}
      <LogProof />
    </AdminPage>
  );
}
