import type { ReadModelState } from "@ornament/contracts/read-models/api";
import { logProofPaths, readModelPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { saveFile } from "../../app/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, LoadFailure, RefreshFailure } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { counted, isActive, lagText, readModelNames, stateText } from "./state-texts.ts";

const { endpoint } = callsTo({ ...readModelPaths, ...logProofPaths });

export const { useReadModelStatesQuery, useLogCheckpointQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    readModelStates: build.query({ ...endpoint("readModelStates") }),
    logCheckpoint: build.query({ ...endpoint("logCheckpoint") }),
  }),
});

const pollingInterval = 5_000;

const columns: readonly Column<ReadModelState, never>[] = [
  { key: "name", header: "Read model", card: "name", cell: ({ name }) => readModelNames[name] },
  {
    key: "state",
    header: "State",
    wrap: true,
    card: "state",
    cell: (row) => {
      const { tone, text } = stateText(row);
      const { notUpToDate: stop } = row;
      return (
        <div>
          <StateMark tone={tone}>{text}</StateMark>
          {stop && (
            <div className="text-body-secondary text-break">
              Since <DateTime instant={stop.since} />: {stop.event} at {stop.position} can’t be processed.{" "}
              {stop.reason}
            </div>
          )}
        </div>
      );
    },
  },
  { key: "lag", header: "Lag", cell: ({ lag }) => lagText(lag) },
  { key: "version", header: "Version", cell: ({ version }) => `v${version}` },
];

/** The state of the read models, which are made from the events, for IT Admins and Auditors. */
export function ReadModelsPage() {
  const query = useReadModelStatesQuery(undefined, { pollingInterval });
  const { data, error, refetch } = query;
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
      <RefreshFailure query={query} prefix="Not updated: " />
      <div className="o-cards">
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
      </div>
    </AdminPage>
  );
}

/** The outcome of the latest comparison of all read models with a replay. */
export function LastVerification({
  verification,
}: {
  verification: AnswerOf<"readModelStates">["verification"];
}) {
  if (!verification)
    return (
      <p className="mb-0">
        The read models were not compared with the log yet. An operator runs <code>projections verify</code>,
        or sets <code>VERIFY_AT</code> for each night.
      </p>
    );
  const { at, passed, position, messages } = verification;
  return (
    <>
      <p>
        <StateMark tone={passed ? "good" : "bad"}>{passed ? "Nothing found" : "Differences found"}</StateMark>{" "}
        <DateTime instant={at} />, up to position {position} of the log
      </p>
      <ul className="mb-0 ps-4 text-break">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  );
}

const proofPollMs = 30_000;

/** The newest signed checkpoint of the log, to keep outside of the product. */
export function LogProof() {
  return (
    <Panel title="Proof of the log">
      <Loaded query={useLogCheckpointQuery(undefined, { pollingInterval: proofPollMs })}>
        {(data) => <Proof {...data} />}
      </Loaded>
    </Panel>
  );
}

type ProofData = NonNullable<ReturnType<typeof useLogCheckpointQuery>["data"]>;

function Proof({ checkpoint, problem }: ProofData) {
  if (!checkpoint && problem === null)
    return <p className="mb-0">The first checkpoint is signed within a minute after the first event.</p>;
  return (
    <>
      {problem !== null && (
        <p>
          <StateMark tone="bad">The log is not as it was:</StateMark> {problem}. Nothing is signed until the
          operators have found the reason.
        </p>
      )}
      {checkpoint && (
        <>
          <p>
            {problem === null && <StateMark tone="good">No difference found.</StateMark>}{" "}
            <span>The newest signed checkpoint is of</span> <DateTime instant={checkpoint.at} />{" "}
            <span>{`and covers ${counted(checkpoint.events, "event")}.`}</span>
          </p>
          <p className="text-body-secondary">
            Keep a copy where the operators of the product can’t change it. It shows later whether an event
            was changed, removed or inserted since then.
          </p>
          <Button tone="quiet" onClick={() => saveFile(fileOf(checkpoint), "log-checkpoint.txt")}>
            <Icon name="download" />
            Download the checkpoint
          </Button>
        </>
      )}
    </>
  );
}

/** The signed checkpoint as a file, with its time in the name. */
const fileOf = ({ note, at }: { note: string; at: string }): File =>
  new File([note], `log-checkpoint-${at.slice(0, 19).replaceAll(":", "-")}Z.txt`, { type: "text/plain" });
