import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import type { actionLogTable } from "@ornament/contracts/action-log/columns";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { Copyable, CopyButton } from "../../ui/copying/copy-button.tsx";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { BulkChangeFold } from "../bulk-changes/bulk-changes.tsx";
import { DateTime } from "../dates/date-time.tsx";
import {
  actorOf,
  allSubjectsOf,
  fromWhere,
  type LogView,
  type NamedInLog,
  splitValue,
  subjectsOf,
} from "../log-entries/log-names.ts";
import { ActorName, ChangeList, Name, NameText, sameRequest } from "../log-entries/named-in-log.tsx";
import { CutText } from "../table/cut-text.tsx";
import { type ExtraColumn, extraColumnLabels } from "./extra-columns.tsx";

type LogColumn = Column<LogEntryRow, SortKey<typeof actionLogTable>>;

/**
 * The columns of the System action log, with links to the PINs and accounts of its entries, and the chosen
 * extra columns.
 */
export function logColumns(view: LogView, extra: readonly ExtraColumn[]): readonly LogColumn[] {
  const layout: Layout = {
    actorElsewhere: extra.includes("actor"),
    subjectsElsewhere: extra.includes("subject"),
    dense: extra.length > 2,
  };
  const more = extraCells(view, extra.includes("position"));
  return [
    ...sortColumns(specifiedColumns(view, layout)),
    ...extraHeaders(extra).map(([key, header]): LogColumn => ({ key, header, ...more[key] })),
  ];
}

/** The extra columns with their headers. The event's id and position share one, because space is scarce. */
const extraHeaders = (extra: readonly ExtraColumn[]) =>
  extra
    .filter((key) => key !== "position" || !extra.includes("eventId"))
    .map((key) => {
      const label = extraColumnLabels[key];
      const withPosition = key === "eventId" && extra.includes("position");
      return [key, withPosition ? `${label}, ${extraColumnLabels.position.toLowerCase()}` : label] as const;
    });

interface Layout {
  /** Whether the names of an entry have columns, so that the other columns don't repeat them. */
  actorElsewhere: boolean;
  subjectsElsewhere: boolean;
  /** With all columns, actions and dates break into lines. */
  dense: boolean;
}

const specifiedColumns = (
  view: LogView,
  { actorElsewhere, subjectsElsewhere, dense }: Layout,
): SortColumns<LogEntryRow, typeof actionLogTable> => ({
  role: {
    header: "Role",
    share: actorElsewhere ? 1 : 2,
    least: dense ? 5.3 : undefined,
    wrap: true,
    cell: (entry) => (
      <>
        {entry.role}
        {!actorElsewhere && actorOf(entry, view) && (
          <span className="o-log-name">
            <ActorName entry={entry} view={view} />
          </span>
        )}
      </>
    ),
  },
  action: {
    header: "Action",
    card: "name",
    ...(dense && { share: 1.2, least: 5.6, wrap: true }),
    cell: ({ actionType }) => actionType.name,
  },
  newValue: {
    header: "New value",
    share: 3,
    least: dense ? 7 : undefined,
    wrap: true,
    cell: (entry) => {
      const subjects = subjectsOf(entry, view);
      const { others } = splitValue(entry.value, subjects);
      const shown = subjectsElsewhere ? subjects.filter((subject) => !others.includes(subject)) : subjects;
      if (entry.value === "" && shown.length === 0) return null;
      const value = <NewValue value={entry.value} subjects={shown} />;
      if (entry.bulkChange === null || entry.about.pin) return value;
      return (
        <div>
          {value}
          <div>
            <BulkChangeFold id={entry.bulkChange} of={`${entry.actionType.name}, ${entry.value}`} />
          </div>
        </div>
      );
    },
  },
  date: {
    header: "Date",
    card: "state",
    ...(dense && { share: 0.5, least: 6, wrap: true }),
    cell: ({ createdAt }) => <DateTime instant={createdAt} />,
  },
});

/** The cells and widths of the extra columns. */
const extraCells = (
  view: LogView,
  withPosition: boolean,
): Record<ExtraColumn, Omit<LogColumn, "key" | "header">> => ({
  actor: { share: 2, least: 7.5, wrap: true, cell: (entry) => <ActorName entry={entry} view={view} /> },
  subject: {
    share: 2,
    least: 7.2,
    wrap: true,
    cell: (entry) => {
      const subjects = allSubjectsOf(entry, view);
      return subjects.length === 0 ? null : <Names names={subjects} />;
    },
  },
  changes: {
    share: 2.5,
    least: 7.2,
    wrap: true,
    cell: ({ changes }) => (changes.length === 0 ? null : <ChangeList changes={changes} />),
  },
  session: { share: 1.5, least: 6.6, wrap: true, cell: fromWhere },
  act: { share: 1.2, least: 4.8, wrap: true, cell: (entry) => sameRequest(entry) },
  eventId: {
    share: 1,
    least: 4.6,
    cell: ({ id, position }) => (
      <>
        <Copyable text={id}>
          <CutText text={id} />
        </Copyable>
        {withPosition && <span className="d-block">{position}</span>}
      </>
    ),
  },
  position: { cell: ({ position }) => position },
});

const Names = ({ names }: { names: readonly NamedInLog[] }) => (
  <>
    {names.map((name) => (
      <span key={name.text} className="d-block">
        <Name name={name} />
      </span>
    ))}
  </>
);

/**
 * The new value, with a link where it begins with a name, and below it the entry's other PIN and accounts.
 */
function NewValue({ value, subjects }: { value: string; subjects: readonly NamedInLog[] }) {
  const { first, rest, others } = splitValue(value, subjects);
  return (
    <>
      {first && <NameText name={first} />}
      {rest}
      {first && <CopyButton text={first.text} label={`Copy ${first.text}`} />}
      {others.map((name) => (
        <span key={name.text} className="o-log-name">
          <Name name={name} />
        </span>
      ))}
    </>
  );
}
