import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "./field-frame.tsx";

interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
}

interface OptionGroup<Value extends string> {
  label: string;
  options: readonly SelectOption<Value>[];
}

const toOption = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);

export interface SelectProps<Value extends string> extends FieldText {
  value: Value | "";
  /** The choices, alone or in named groups. */
  options: readonly (SelectOption<Value> | OptionGroup<Value>)[];
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** Shown until something is chosen, for example "Month". */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  required?: boolean | undefined;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const [texts, { options, onChange, placeholder, required, ...rest }] = fieldTexts(props);
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <Form.Select
          {...rest}
          {...wiring}
          aria-required={required}
          onChange={({ target }) => {
            const offered = options.flatMap((option) => ("options" in option ? option.options : option));
            const chosen = offered.find(({ value }) => value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
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
