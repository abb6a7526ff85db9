import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { pinsText } from "../bulk-changes/bulk-change-texts.ts";
import { DateTime } from "../dates/date-time.tsx";
import { ChangeList } from "../log-entries/change-list.tsx";
import { fromWhere } from "../log-entries/from-where.ts";
import { actorOf, type LogView, type NamedInLog, subjectsOf } from "../log-entries/log-names.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { placeInLog } from "../log-entries/place-in-log.ts";
import { bulkChangeSubject } from "../log-entries/subjects.ts";
import { logPathWith } from "../page/paths.ts";
import { commentOf } from "./entry-texts.ts";
import { PartOf } from "./part-of.tsx";

export interface HistoryEntryProps {
  entry: LogEntryRow;
  /** The subject of the history, which its entries don't name. */
  subject: string;
  view: LogView;
}

/** One entry of a history. */
export function HistoryEntry({ entry, subject, view }: HistoryEntryProps) {
  const { actionType, changes, createdAt, request, role } = entry;
  const subjects = subjectsOf(entry, view);
  const actor = actorOf(entry, view);
  const comment = commentOf(entry, subjects);
  const others = subjects.filter((name) => name.subject !== subject);
  const where = fromWhere(entry);
  const isOnePin = entry.bulkChange !== null && entry.about.pin !== null;
  return (
    <li className="o-history-entry">
      <div className="o-history-head">
        <strong>{actionType.name}</strong>
        <DateTime instant={createdAt} />
      </div>
      {changes.length > 0 && <ChangeList changes={changes} />}
      {comment && <p className="o-history-comment">{comment}</p>}
      <dl className="o-history-facts">
        <Fact name="By">
          {role}
          {actor && (
            <>
              {actor.text.includes("@") ? " " : ", "}
              <NameText name={actor} />
            </>
          )}
        </Fact>
        {where && <Fact name="From">{where}</Fact>}
        {others.length > 0 && (
          <Fact name="About">
            <Names names={others} />
          </Fact>
        )}
      </dl>
      <div className="o-history-more">
        <Link to={logPathWith(placeInLog(entry, subject))} aria-label={`In the log: ${actionType.name}`}>
          In the log
        </Link>
        {isOnePin && <OtherPins entry={entry} />}
        {!isOnePin && request === null && entry.partOf && <span>Part of: {entry.partOf.action}</span>}
        {!isOnePin && request !== null && <PartOf entry={entry} request={request} view={view} />}
      </div>
    </li>
  );
}

/** Leads to the other PINs of a bulk change. */
function OtherPins({ entry: { bulkChange, others } }: { entry: LogEntryRow }) {
  if (bulkChange === null) return null;
  const to = logPathWith({ subject: bulkChangeSubject(bulkChange) });
  return <Link to={to}>{others === 0 ? "A bulk change" : `With ${pinsText(others, "other ")}`}</Link>;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Names = ({ names }: { names: readonly NamedInLog[] }) =>
  names.map((name, place) => (
    <span key={name.text}>
      {place > 0 && ", "}
      <NameText name={name} />
    </span>
  ));
