import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { actionLogTable } from "@ornament/contracts/tables/action-log";
import { Link } from "react-router";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { Copyable } from "../../ui/copying/copyable.tsx";
import { type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { DateTime } from "../dates/date-time.tsx";
import { EmailText } from "../table/email-text.tsx";
import { actorOf, type LogView, type NamedInLog, splitValue, subjectsOf } from "./log-names.ts";

/** The columns of the System action log, with links to the PINs and accounts of its entries. */
export function logColumns(view: LogView) {
  const columns: SortColumns<LogEntryRow, typeof actionLogTable> = {
    role: {
      header: "Role",
      share: 2,
      wrap: true,
      cell: (entry) => <Actor role={entry.role} name={actorOf(entry, view)} />,
    },
    action: {
      header: "Action",
      cell: ({ actionType, forged }) => (
        <>
          {actionType.name}
          {forged && <span className="o-log-forged">Not written by this product</span>}
        </>
      ),
    },
    newValue: {
      header: "New value",
      share: 3,
      wrap: true,
      cell: (entry) => {
        const subjects = subjectsOf(entry, view);
        return entry.value === "" && subjects.length === 0 ? null : (
          <NewValue value={entry.value} subjects={subjects} />
        );
      },
    },
    date: { header: "Date", cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  };
  return sortColumns(columns);
}

function Actor({ role, name }: { role: string; name: NamedInLog | undefined }) {
  return (
    <>
      {role}
      {name && (
        <span className="o-log-name">
          <Name name={name} />
        </span>
      )}
    </>
  );
}

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

const Name = ({ name }: { name: NamedInLog }) => (
  <Copyable text={name.text}>
    <NameText name={name} />
  </Copyable>
);

function NameText({ name: { text, to } }: { name: NamedInLog }) {
  const shown = text.includes("@") ? <EmailText email={text} /> : text;
  return to === undefined ? shown : <Link to={to}>{shown}</Link>;
}
