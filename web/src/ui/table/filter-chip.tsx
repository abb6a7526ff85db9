import { useRef } from "react";
import Form from "react-bootstrap/Form";
import { groupedNumber } from "../grouped-number.ts";
import { Icon } from "../icon.tsx";

/** A choice with the number of its rows, if it is known. */
export const countedText = (text: string, count: number | undefined): string =>
  count === undefined ? text : `${text} (${groupedNumber(count)})`;

export interface FilterChipProps<V extends string> {
  /** The accessible name, such as "Filter". */
  label: string;
  value: V;
  /** The value that filters nothing, with its text. */
  every: { value: V; text: string };
  options: readonly { value: V; text: string }[];
  onChange: (value: V) => void;
}

/** A filter of a table. If it is set, it is filled, shows its value, and has a button that removes it. */
export function FilterChip<V extends string>(props: FilterChipProps<V>) {
  const { label, value, every, options, onChange } = props;
  const select = useRef<HTMLSelectElement>(null);
  const set = value !== every.value;
  const clear = () => {
    // The button disappears, so the list takes the focus.
    select.current?.focus();
    onChange(every.value);
  };
  return (
    <div className={set ? "o-filter o-filter-set" : "o-filter"}>
      <Form.Select
        ref={select}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as V)}
      >
        {[every, ...options].map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Form.Select>
      {set && <ClearFilter label={`Clear ${label.toLowerCase()}`} onClear={clear} />}
    </div>
  );
}

/** The button that removes a filter. */
export const ClearFilter = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <button type="button" className="o-filter-clear" aria-label={label} onClick={onClear}>
    <Icon name="cross" />
  </button>
);
