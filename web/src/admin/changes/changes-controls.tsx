import {
  type ChangedTableName,
  changedTableNames,
  changedTables,
} from "@ornament/contracts/tables/changed-tables";
import { Select } from "../../ui/form-fields/select.tsx";
import { DateField } from "../dates/date-field.tsx";
import { minute } from "../dates/date-kinds.ts";
import { type ChangesAddress, lastHours, presets } from "./changes-address.ts";
import type { ChangeAddress } from "./use-changes-address.ts";

const tables = changedTableNames.map((name) => ({ value: name, label: changedTables[name].title }));

export interface ChangesControlsProps {
  table: ChangedTableName;
  address: ChangesAddress;
  change: ChangeAddress;
  onTable: (table: ChangedTableName) => void;
}

/** The table, and both times with the usual spans. */
export function ChangesControls({ table, address, change, onTable }: ChangesControlsProps) {
  return (
    <div className="o-changes-span">
      <Select label="Table" value={table} options={tables} onChange={onTable} />
      <DateField label="From" kind={minute} value={address.from} onChange={(from) => change({ from })} />
      <DateField label="To" kind={minute} value={address.to} onChange={(to) => change({ to })} />
      <div className="o-date-presets hstack flex-wrap gap-1">
        {presets.map(({ label, hours }) => (
          <button
            key={label}
            type="button"
            className="o-preset"
            onClick={() => change(lastHours(hours, new Date()))}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
