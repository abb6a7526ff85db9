import { useRef } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "../form-fields/field-frame.tsx";
import { codeInText } from "./code-in-text.ts";

export interface CodeFieldProps extends Omit<FieldText, "optional" | "hideLabel" | "afterLabel"> {
  value: string;
  /** The number of digits. */
  length: number;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
}

/**
 * A field for a code of digits. It is one input, so that pasting, the phone's suggestion and screen readers work as in
 * every field. Its digits are drawn in cells.
 */
export function CodeField({ length, value, onChange, onBlur, name, required, ...text }: CodeFieldProps) {
  const { label, hint, error } = text;
  const wiring = useFieldWiring(text);
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <div className="o-code">
        <Form.Control
          {...wiring}
          ref={input}
          className="o-code-input"
          name={name}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          aria-required={required}
          onChange={({ target }) => onChange(codeInText(target.value, length))}
          onPaste={(event) => {
            event.preventDefault();
            onChange(codeInText(event.clipboardData.getData("text"), length));
          }}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
            // The cells show no caret between digits, so the next key always changes the end.
            if (selectionStart === selectionEnd && selectionEnd !== value.length)
              input.current?.setSelectionRange(value.length, value.length);
          }}
          onBlur={onBlur}
        />
        <div className="o-code-cells" aria-hidden="true">
          {Array.from({ length }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change their order.
            <span key={at} className={at === value.length ? "o-code-cell o-code-cell-next" : "o-code-cell"}>
              {value[at]}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}
