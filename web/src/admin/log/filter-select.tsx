import Form from "react-bootstrap/Form";
import { FieldFrame } from "../../ui/form-fields/field-frame.tsx";

interface Option {
  value: string;
  label: string;
}

export interface FilterSelectProps {
  label: string;
  /** The choice that filters nothing. */
  every: string;
  value: string;
  /** The choices, alone or in named groups. */
  options: readonly (Option | { label: string; options: readonly Option[] })[];
  /** "" for every row. */
  onChange: (value: string) => void;
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);

/** A choice of one value, or of none. */
export function FilterSelect({ label, every, value, options, onChange }: FilterSelectProps) {
  return (
    <FieldFrame label={label}>
      {({ id }) => (
        <Form.Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{every}</option>
          {options.map((option) =>
            "options" in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.options.map(toOption)}
              </optgroup>
            ) : (
              toOption(option)
            ),
          )}
        </Form.Select>
      )}
    </FieldFrame>
  );
}
