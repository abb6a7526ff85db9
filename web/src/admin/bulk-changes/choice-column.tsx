import type { PinRow } from "@ornament/contracts/api/pins";
import { useEffect, useRef } from "react";
import type { Column } from "../../ui/table/columns.ts";
import type { ChosenPins } from "./use-chosen-pins.ts";

/** A column of checkboxes that choose PINs. Its header chooses the rows of the page. */
export const choiceColumn = (chosen: ChosenPins, rows: readonly PinRow[]): Column<PinRow, never> => ({
  key: "choice",
  header: "Choose",
  head: <PageChoice chosen={chosen} ids={rows.map(({ id }) => id)} />,
  actions: true,
  className: "o-choice-cell",
  cell: ({ id, pin }) => (
    <Choice
      label={`Choose ${pin}`}
      checked={chosen.all || chosen.ids.has(id)}
      onChange={(checked) => chosen.choose([id], checked)}
    />
  ),
});

function PageChoice({ chosen, ids }: { chosen: ChosenPins; ids: readonly number[] }) {
  const count = ids.filter((id) => chosen.ids.has(id)).length;
  const whole = chosen.all || (ids.length > 0 && count === ids.length);
  return (
    <Choice
      label="Choose all on this page"
      checked={whole}
      partly={!whole && count > 0}
      onChange={(checked) => chosen.choose(ids, checked)}
    />
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  /** Whether some of its rows are chosen. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ label, checked, partly = false, onChange }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="o-choice">
      <input
        type="checkbox"
        className="form-check-input"
        ref={input}
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
