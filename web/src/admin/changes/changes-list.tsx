import type { ChangedThing } from "@ornament/contracts/changes/api";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { Link } from "react-router";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { BulkChangeFold } from "../bulk-changes/bulk-changes.tsx";
import { HistoryEntry } from "../history/history-entry.tsx";
import { type LogView, nameOf } from "../log-entries/log-names.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { useMay } from "../page/may.ts";
import { logPathWith, settingsPath } from "../page/paths.ts";
import { StateMark } from "../table/state-mark.tsx";

export interface ChangesListProps {
  changes: AnswerOf<"listChanges">;
  change: (part: { page: number } | { limit: number }) => void;
}

/** The changed things of a page, with the pages below. */
export function ChangesList({ changes, change }: ChangesListProps) {
  const { rows, count } = changes;
  const opensAdmins = useMay(adminAccountPaths.updateAdmin);
  return (
    <>
      {count === 0 ? (
        <EmptyState>Nothing changed between these times.</EmptyState>
      ) : (
        <ol className="o-history-list list-unstyled" aria-label="Changes">
          {rows.map((thing) => (
            <ChangedThingItem key={thing.subject} thing={thing} view={{ opensAdmins }} />
          ))}
        </ol>
      )}
      <TableFoot state={changes} change={change} count={count} />
    </>
  );
}

const marks = {
  changed: { sign: "~", text: "Changed" },
  added: { sign: "+", text: "Added" },
} as const;

/**
 * A changed thing with the entries of the log that changed it, newest first. An import or a bulk change is its one
 * entry.
 */
function ChangedThingItem({ thing, view }: { thing: ChangedThing; view: LogView }) {
  const { subject, kind, entries, more } = thing;
  const [newest] = entries;
  if (!newest) return null;
  const name = nameOf(subject, newest.about, view);
  return (
    <li className="o-changed-thing">
      {kind !== "act" && (
        <div className="o-history-head">
          <StateMark tone={kind === "added" ? "good" : "plain"} sign={marks[kind].sign}>
            {marks[kind].text}
          </StateMark>
          <strong>
            <NameText name={name} />
          </strong>
        </div>
      )}
      <ol className="o-history-list list-unstyled" aria-label={`Changes of ${name.text}`}>
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} subject={subject} view={view} />
        ))}
      </ol>
      {kind === "act" &&
        (newest.bulkChange === null ? (
          <Link to={settingsPath}>Batches and left-out rows, in the history of imports</Link>
        ) : (
          <BulkChangeFold id={newest.bulkChange} of={`${newest.actionType.name}, ${newest.value}`} />
        ))}
      {more > 0 && (
        <Link to={logPathWith({ subject })}>{`And ${groupedNumber(more)} earlier, in the log`}</Link>
      )}
    </li>
  );
}
