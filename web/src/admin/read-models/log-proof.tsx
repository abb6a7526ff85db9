import { saveFile } from "../../app/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { useLogCheckpointQuery } from "./read-models-api.ts";
import { counted } from "./state-texts.ts";

const pollingInterval = 30_000;

/** The newest signed checkpoint of the log, to keep outside of the product. */
export function LogProof() {
  const { data, error, refetch } = useLogCheckpointQuery(undefined, { pollingInterval });
  return (
    <Panel title="Proof of the log">
      {!data && error !== undefined && <LoadFailure error={error} refetch={refetch} />}
      {!data && error === undefined && <Skeleton lines={2} />}
      {data && <Proof {...data} />}
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
