import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { useId, useState } from "react";
import { Link } from "react-router";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { useListActionLogQuery } from "../log-entries/log-api.ts";
import { type LogView, subjectsOf } from "../log-entries/log-names.ts";
import { logParams } from "../log-entries/log-params.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { logPathWith } from "../page/paths.ts";
import { commentOf } from "./entry-texts.ts";

const oldestFirst = { ...defaultsOf(actionLogTable), direction: "ASC", limit: 25 } as const;

export interface PartOfProps {
  entry: LogEntryRow;
  request: string;
  view: LogView;
}

/**
 * Unfolds the other entries of the same request: the cause of this entry, and what followed from it. Nothing for
 * an entry that is alone in its request.
 */
export function PartOf(props: PartOfProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { actionType, partOf, others } = props.entry;
  if (others === 0) return null;
  const label = partOf ? `Part of: ${partOf.action}` : `What else happened (${groupedNumber(others)})`;
  return (
    <>
      <Button
        small
        tone="plain"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${label}. Other entries of the request of: ${actionType.name}`}
        onClick={() => setOpen(!open)}
      >
        <span>{label}</span>
        <Icon name={open ? "close" : "open"} />
      </Button>
      <div id={id} className="o-history-part" hidden={!open}>
        {open && <Together {...props} />}
      </div>
    </>
  );
}

function Together({ entry, request, view }: PartOfProps) {
  const params = logParams({ ...oldestFirst, conditions: { request } }, browserTimeZone);
  const { data, error, refetch } = useListActionLogQuery(params);
  if (!data)
    return error === undefined ? <Skeleton lines={2} /> : <LoadFailure error={error} refetch={refetch} />;
  const others = data.rows.filter(({ id }) => id !== entry.id);
  const more = data.count - data.rows.length;
  return (
    <ul>
      {others.map((other) => (
        <li key={other.id}>
          <OtherEntry entry={other} view={view} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to={logPathWith({ request })}>{`And ${groupedNumber(more)} more in the log`}</Link>
        </li>
      )}
    </ul>
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
