import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Popover } from "../../ui/popover/popover.tsx";
import { type ExtraColumn, extraColumnLabels, extraColumns } from "./shown-columns.ts";

export interface ColumnsMenuProps {
  shown: readonly ExtraColumn[];
  onToggle: (name: ExtraColumn, on: boolean) => void;
}

/** Chooses the columns next to the four that are always shown. It stays open for several choices. */
export const ColumnsMenu = ({ shown, onToggle }: ColumnsMenuProps) => (
  <Popover label={shown.length > 0 ? `Columns (+${shown.length})` : "Columns"} className="btn btn-quiet">
    <fieldset aria-label="More columns">
      {extraColumns.map((name) => (
        <Checkbox
          key={name}
          label={extraColumnLabels[name]}
          checked={shown.includes(name)}
          onChange={(on) => onToggle(name, on)}
        />
      ))}
    </fieldset>
  </Popover>
);
