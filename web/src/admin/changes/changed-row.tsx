import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import { Link } from "react-router";
import type { LogView } from "../log-entries/log-names.ts";
import { StateMark } from "../table/state-mark.tsx";
import { EventBehind } from "./event-behind.tsx";
import { FieldChange } from "./field-change.tsx";
import { placeOf } from "./place-of.ts";

const kinds = {
  added: { tone: "good", sign: "+", text: "Added" },
  removed: { tone: "bad", sign: "−", text: "Removed" },
  changed: { tone: "plain", sign: "~", text: "Changed" },
} as const;

export interface ChangedRowProps {
  table: ComparedTableName;
  row: ChangedRow;
  /** The first instant, whose values stand before. */
  from: string;
  view: LogView;
}

/** A row that was added, removed or changed: its fields before and after, by event. */
export function ChangedRowItem({ table, row, from, view }: ChangedRowProps) {
  const { tone, sign, text } = kinds[row.kind];
  const place = placeOf(table, row, view);
  return (
    <li className="o-history-entry">
      <div className="o-history-head">
        <StateMark tone={tone} sign={sign}>
          {text}
        </StateMark>
        <strong>{place === undefined ? row.name : <Link to={place}>{row.name}</Link>}</strong>
      </div>
      {byEvent(row.fields).map((fields) => (
        <div key={fields[0].event + fields[0].field} className="o-changed-fields">
          <ul className="o-log-changes">
            {fields.map((field) => (
              <FieldChange key={field.field} table={table} row={row} field={field} from={from} />
            ))}
          </ul>
          <EventBehind entry={fields[0].entry} view={view} />
        </div>
      ))}
    </li>
  );
}

type Fields = [ChangedField, ...ChangedField[]];

/** The fields in their order, together where the same event set neighbours. */
function byEvent(fields: readonly ChangedField[]): Fields[] {
  const groups: Fields[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last?.[0].event === field.event) last.push(field);
    else groups.push([field]);
  }
  return groups;
}
