import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { Link } from "react-router";
import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { useListActionLogQuery } from "../log-entries/log-api.ts";
import { type LogView, subjectsOf } from "../log-entries/log-names.ts";
import { logParams } from "../log-entries/log-params.ts";
import { NameText } from "../log-entries/named-in-log.tsx";
import { Loaded } from "../page/load-failure.tsx";
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
