import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import type { ChangedThing } from "@ornament/contracts/changes/api";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { Link } from "react-router";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { pinsText } from "../bulk-changes/bulk-change-texts.ts";
import { BulkChangeFold } from "../bulk-changes/bulk-changes.tsx";
import { HistoryEntry } from "../history/history-entry.tsx";
import { ImportFold } from "../imports/import-history.tsx";
import { type LogView, nameOf } from "../log-entries/log-names.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { useMay } from "../page/may.ts";
import { logPathWith } from "../page/paths.ts";
import { StateMark } from "../table/state-mark.tsx";

export interface ChangesListProps {
  changes: AnswerOf<"listChanges">;
  /** The search term; "" for all changes. */
  term: string;
  change: (part: { page: number } | { limit: number } | { query: string }) => void;
}

/** The changed things of a page, with the pages below. */
export function ChangesList({ changes, term, change }: ChangesListProps) {
  const { rows, count } = changes;
  const opensAdmins = useMay(adminAccountPaths.updateAdmin);
  return (
    <>
      {count === 0 ? (
        <EmptyState
          action={
            term && (
              <Button tone="quiet" onClick={() => change({ query: "" })}>
                Clear search
              </Button>
            )
          }
        >
          {term ? `No change between these times has “${term}”.` : "Nothing changed between these times."}
        </EmptyState>
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
 * entry, which unfolds what it did.
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
          <HistoryEntry
            key={entry.id}
            {...{ entry, subject, view }}
            {...(kind === "act" && {
              title: actTitle(entry),
              details: <ActFold act={thing} entry={entry} />,
            })}
          />
        ))}
      </ol>
      {more > 0 && (
        <Link to={logPathWith({ subject })}>{`And ${groupedNumber(more)} earlier, in the log`}</Link>
      )}
    </li>
  );
}

/** "Import of 3,000 PINs". */
function actTitle({ value, actionType }: LogEntryRow): string {
  const [, added] = /: ([\d,]+) PINs? added/.exec(value) ?? [];
  return added === undefined ? actionType.name : `Import of ${pinsText(Number(added.replace(/,/g, "")))}`;
}

const ActFold = ({ act: { subject }, entry }: { act: ChangedThing; entry: LogEntryRow }) =>
  entry.bulkChange === null ? (
    <ImportFold id={subject.slice("import-".length)} of={entry.value} />
  ) : (
    <BulkChangeFold id={entry.bulkChange} of={`${entry.actionType.name}, ${entry.value}`} />
  );
