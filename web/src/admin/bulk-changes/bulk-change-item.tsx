import { bulkChangePaths } from "@ornament/contracts/routes/back-office";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../app/calls/api-error.ts";
import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { PageLink } from "../instant/shown-instant.tsx";
import { bulkChangeSubject } from "../log-entries/subjects.ts";
import { Loaded } from "../page/loaded.tsx";
import { useMay } from "../page/may.ts";
import { logPathWith, pinPath } from "../page/paths.ts";
import { UndoDialog } from "./bulk-change-dialogs.tsx";
import { countsText, reasonTexts, titleOf } from "./bulk-change-texts.ts";
import { type BulkChange, useBulkChangeProfileQuery, useStopBulkChangeMutation } from "./bulk-changes-api.ts";

export const isRunning = ({ state }: Pick<BulkChange, "state">) =>
  state === "running" || state === "stopping";

const stateTexts: Readonly<Record<BulkChange["state"], string>> = {
  running: "Running",
  stopping: "Stopping",
  completed: "Completed",
  stopped: "Stopped",
};

/** A bulk change: its progress or result, who started it and why, and the buttons that stop and undo it. */
export function BulkChangeItem({
  bulkChange,
  withTitle = true,
}: {
  bulkChange: BulkChange;
  withTitle?: boolean;
}) {
  const { id, comment, state, done, total, startedAt, admin, undoneBy, undoes, changed } = bulkChange;
  const mayStop = useMay(bulkChangePaths.stopBulkChange);
  const mayUndo = useMay(bulkChangePaths.undoBulkChange);
  const [stop, stopping] = useStopBulkChangeMutation();
  const [asking, setAsking] = useState(false);
  const title = titleOf(bulkChange);
  return (
    <div className="vstack gap-2">
      {withTitle && (
        <div className="o-history-head">
          <strong>{title}</strong>
          <DateTime instant={startedAt} />
        </div>
      )}
      {isRunning(bulkChange) && (
        <progress value={done} max={total} aria-label={title}>
          {`${groupedNumber(done)} of ${groupedNumber(total)}`}
        </progress>
      )}
      <p className="o-numbers">
        <strong>{stateTexts[state]}</strong>: <span>{countsText(bulkChange)}</span>
      </p>
      {withTitle && (
        <p className="text-body-secondary text-break">
          {admin?.email ?? "A deleted account"}: {comment}
        </p>
      )}
      {undoes && (
        <p className="text-body-secondary">
          It undoes a bulk change of <DateTime instant={undoes.startedAt} />.
        </p>
      )}
      {undoneBy && <p className="text-body-secondary">It was undone later.</p>}
      <div className="hstack flex-wrap gap-3">
        {mayStop && isRunning(bulkChange) && (
          <Button
            small
            tone="danger-quiet"
            busy={stopping.isLoading}
            disabled={state === "stopping"}
            aria-label={`Stop: ${title}`}
            onClick={() => void stop(id)}
          >
            {state === "stopping" ? "Stopping…" : "Stop"}
          </Button>
        )}
        {mayUndo && !isRunning(bulkChange) && changed > 0 && (
          <Button small tone="quiet" aria-label={`Undo: ${title}`} onClick={() => setAsking(true)}>
            Undo…
          </Button>
        )}
        {changed > 0 && (
          <Link to={logPathWith({ subject: bulkChangeSubject(id) })} aria-label={`PINs in the log: ${title}`}>
            PINs in the log
          </Link>
        )}
        <LeftAloneFold bulkChange={bulkChange} />
      </div>
      <Banner tone="error">{stopping.error === undefined ? undefined : messageOf(stopping.error)}</Banner>
      {asking && <UndoDialog bulkChange={bulkChange} onClosed={() => setAsking(false)} />}
    </div>
  );
}

/** Unfolds the first PINs that a bulk change left alone. Nothing if there are none. */
function LeftAloneFold({ bulkChange }: { bulkChange: BulkChange }) {
  const count = bulkChange.already + bulkChange.refused;
  if (count === 0) return null;
  return (
    <Fold
      label={`Left alone (${groupedNumber(count)})`}
      name={`PINs left alone (${groupedNumber(count)}): ${titleOf(bulkChange)}`}
      className="o-history-part"
    >
      <LeftAlone id={bulkChange.id} count={count} />
    </Fold>
  );
}

function LeftAlone({ id, count }: { id: string; count: number }) {
  return (
    <Loaded query={useBulkChangeProfileQuery(id)}>
      {({ leftAlone }) => (
        <>
          <ul className="o-left-out" aria-label="PINs left alone">
            {leftAlone.map(({ pin, reason }) => (
              <li key={pin}>
                {reason === "not_found" ? pin : <PageLink to={pinPath(pin)}>{pin}</PageLink>}:{" "}
                {reasonTexts[reason]}
              </li>
            ))}
          </ul>
          {count > leftAlone.length && (
            <p className="text-body-secondary">{`And ${groupedNumber(count - leftAlone.length)} more.`}</p>
          )}
        </>
      )}
    </Loaded>
  );
}
