import { useRef } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "../form-fields/field-frame.tsx";

export interface CodeFieldProps extends FieldText {
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
export function CodeField(props: CodeFieldProps) {
  const [texts, { length, onChange, required, ...rest }] = fieldTexts(props);
  const { value } = rest;
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <div className="o-code">
          <Form.Control
            {...rest}
            {...wiring}
            ref={input}
            className="o-code-input"
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
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
      )}
    </FieldFrame>
  );
}

/**
 * The code within a typed or pasted text: `123 456`, or `Your code is 123456.`. A shorter text gives the digits so
 * far, and a longer number its first digits.
 */
export function codeInText(text: string, length: number): string {
  const words = text.match(/\d+/g) ?? [];
  return words.find((word) => word.length === length) ?? words.join("").slice(0, length);
}
