import { DateTime } from "../dates/date-time.tsx";
import { type ChangedValue, UseValue } from "./use-value.tsx";

/** A field with its values before and after. A row that was added or removed has only one of them. */
export function FieldChange({ table, row, field, from }: ChangedValue) {
  const { title, before, after, isInstant } = field;
  return (
    <li>
      <span className="o-soft">{title}:</span>{" "}
      {row.kind !== "added" && (
        <span>
          <Value text={before} isInstant={isInstant} />
        </span>
      )}
      {row.kind === "changed" && (
        <>
          {" "}
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">to</span>{" "}
        </>
      )}
      {row.kind !== "removed" && (
        <strong>
          <Value text={after} isInstant={isInstant} />
        </strong>
      )}
      {row.kind === "changed" && <UseValue table={table} row={row} field={field} from={from} />}
    </li>
  );
}

function Value({ text, isInstant }: { text: string; isInstant: boolean }) {
  if (text === "") return "empty";
  return isInstant ? <DateTime instant={text} /> : text;
}
