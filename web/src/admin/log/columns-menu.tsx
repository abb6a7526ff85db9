import { useState } from "react";
import Dropdown from "react-bootstrap/Dropdown";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type ExtraColumn, extraColumnLabels, extraColumns } from "./shown-columns.ts";

export interface ColumnsMenuProps {
  shown: readonly ExtraColumn[];
  onToggle: (name: ExtraColumn, on: boolean) => void;
}

/** Chooses the columns next to the four that are always shown. It stays open for several choices. */
export function ColumnsMenu({ shown, onToggle }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown autoClose="outside" className="o-columns-menu" show={open} onToggle={setOpen}>
      <Dropdown.Toggle as="button" type="button" className="btn btn-quiet">
        Columns{shown.length > 0 && ` (+${shown.length})`}
        <Icon name={open ? "close" : "open"} />
      </Dropdown.Toggle>
      <Dropdown.Menu>
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
      </Dropdown.Menu>
    </Dropdown>
  );
}
