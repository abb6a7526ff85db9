import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "./field-frame.tsx";

interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
}

export interface SelectProps<Value extends string> extends FieldText {
  value: Value | "";
  options: readonly SelectOption<Value>[];
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
            const chosen = options.find(({ value }) => value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Form.Select>
      )}
    </FieldFrame>
  );
}
