import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { Link } from "react-router";
import { DateTime } from "../dates/date-time.tsx";
import { ForgedMark } from "../log-entries/forged-mark.tsx";
import { actorOf, type LogView } from "../log-entries/log-names.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { placeInLog } from "../log-entries/place-in-log.ts";
import { logPathWith } from "../page/paths.ts";

/** The event that set values: what was done, by whom and when. */
export function EventBehind({ entry, view }: { entry: LogEntryRow | null; view: LogView }) {
  if (entry === null)
    return <p className="o-soft o-changed-by">By an event that isn’t in the System action log</p>;
  const { actionType, createdAt, forged, role, subjects } = entry;
  const actor = actorOf(entry, view);
  return (
    <div className="o-changed-by">
      <span>{actionType.name}</span>
      {forged && <ForgedMark />}
      <span>
        <span className="o-soft">By</span> {role}
        {actor && (
          <>
            {actor.text.includes("@") ? " " : ", "}
            <NameText name={actor} />
          </>
        )}
      </span>
      <DateTime instant={createdAt} />
      <Link to={logPathWith(placeInLog(entry, subjects[0]))} aria-label={`In the log: ${actionType.name}`}>
        In the log
      </Link>
    </div>
  );
}
