import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { actionLogTable } from "@ornament/contracts/action-log/columns";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { pinsText } from "../bulk-changes/bulk-change-texts.ts";
import { endOfMinute } from "../dates/date-entry.ts";
import { DateTime } from "../dates/date-time.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { logParams, useListActionLogQuery } from "../log-entries/log-api.ts";
import {
  actorOf,
  fromWhere,
  type LogView,
  type NamedInLog,
  splitValue,
  subjectsOf,
} from "../log-entries/log-names.ts";
import { ChangeList, NameText } from "../log-entries/named-in-log.tsx";
import { bulkChangeSubject } from "../log-entries/subjects.ts";
import { Loaded } from "../page/loaded.tsx";
import { logPathWith } from "../page/paths.ts";

export interface HistoryEntryProps {
  entry: LogEntryRow;
  /** The subject of the history, which its entries don't name. */
  subject: string;
  view: LogView;
  /** In place of the name of the action. */
  title?: string;
  /** A part that unfolds below the entry. */
  details?: ReactNode;
}

/** One entry of a history. */
export function HistoryEntry({ entry, subject, view, title, details }: HistoryEntryProps) {
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
        <strong className="text-break">{title ?? actionType.name}</strong>
        <DateTime instant={createdAt} />
      </div>
      {changes.length > 0 && <ChangeList changes={changes} />}
      {comment && <p className="o-history-comment">{comment}</p>}
      <div className="o-history-more">
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
        <Link to={logPathWith(placeInLog(entry, subject))} aria-label={`In the log: ${actionType.name}`}>
          In the log
        </Link>
        {isOnePin && <OtherPins entry={entry} />}
        {!isOnePin && request === null && entry.partOf && <span>Part of: {entry.partOf.action}</span>}
        {!isOnePin && request !== null && <PartOf entry={entry} request={request} view={view} />}
        {details}
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

const oldestFirst = { ...defaultsOf(actionLogTable), direction: "ASC", limit: 25 } as const;

interface PartOfProps {
  entry: LogEntryRow;
  request: string;
  view: LogView;
}

/**
 * Unfolds the other entries of the same request: the cause of this entry, and what followed from it. Nothing for
 * an entry that is alone in its request.
 */
function PartOf(props: PartOfProps) {
  const { actionType, partOf, others } = props.entry;
  if (others === 0) return null;
  const label = partOf ? `Part of: ${partOf.action}` : `What else happened (${groupedNumber(others)})`;
  return (
    <Fold
      label={label}
      name={`${label}. Other entries of the request of: ${actionType.name}`}
      className="o-history-part"
    >
      <Together {...props} />
    </Fold>
  );
}

function Together({ entry, request, view }: PartOfProps) {
  const params = logParams({ ...oldestFirst, conditions: { request } }, browserTimeZone);
  return (
    <Loaded query={useListActionLogQuery(params)}>
      {({ rows, count }) => (
        <ul>
          {rows
            .filter(({ id }) => id !== entry.id)
            .map((other) => (
              <li key={other.id}>
                <OtherEntry entry={other} view={view} />
              </li>
            ))}
          {count > rows.length && (
            <li>
              <Link to={logPathWith({ request })}>
                {`And ${groupedNumber(count - rows.length)} more in the log`}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Loaded>
  );
}

function OtherEntry({ entry, view }: { entry: LogEntryRow; view: LogView }) {
  const subjects = subjectsOf(entry, view);
  const comment = commentOf({ ...entry, changes: [] }, subjects);
  return (
    <>
      {entry.actionType.name}
      {subjects.map((name) => (
        <span key={name.text}>
          {" "}
          <NameText name={name} />
        </span>
      ))}
      {comment && `: ${comment}`}
    </>
  );
}

/**
 * The value of an entry without the name at its beginning: the comment of a PIN's deactivation. "" where the
 * changes or the subjects of the entry say it already.
 */
function commentOf(
  { value, changes, subjects: about }: Pick<LogEntryRow, "value" | "changes" | "subjects">,
  subjects: readonly NamedInLog[],
): string {
  const rest = splitValue(value, subjects).rest.replace(/^[:,]\s*/, "");
  if (about.includes(rest)) return "";
  return changes.some(({ to }) => to !== "" && rest.endsWith(to)) ? "" : rest;
}

/**
 * The conditions that find an entry in the log: the entries of the same request, or without a recorded one the
 * subject's entries of the same minute.
 */
function placeInLog(
  { request, createdAt }: Pick<LogEntryRow, "request" | "createdAt">,
  subject: string | undefined,
) {
  if (request !== null) return { request };
  const minute = `${createdAt.slice(0, "2026-12-01T15:05".length)}:00.000Z`;
  return { ...(subject === undefined ? {} : { subject }), since: minute, until: endOfMinute(minute) };
}
