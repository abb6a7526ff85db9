import { type Ref, useLayoutEffect, useRef } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "./field-frame.tsx";
import { caretAfterFormat, formatPinEntry } from "./pin-format.ts";

export interface PinFieldProps extends FieldText {
  /** As it is shown: in upper case, with the hyphen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One input for a PIN. Whatever is typed or pasted is shown as XXXX-XXX. */
export function PinField(props: PinFieldProps) {
  const { label, id, hint, error, optional, hideLabel, value, onChange, onBlur, name, required } = props;
  const wiring = useFieldWiring({ id, hint, error });
  const edited = useRef<{ input: HTMLInputElement; caret: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const { input, caret } = edited.current ?? {};
    edited.current = undefined;
    if (input && caret !== undefined && document.activeElement === input)
      input.setSelectionRange(caret, caret);
  });

  return (
    <FieldFrame {...{ label, hint, error, optional, hideLabel }} controlId={wiring.id}>
      <Form.Control
        {...wiring}
        ref={props.ref ?? null}
        className="o-pin-input"
        name={name}
        type="text"
        value={value}
        aria-required={required}
        placeholder="XXXX-XXX"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ target }) => {
          const input = target as HTMLInputElement;
          edited.current = {
            input,
            caret: caretAfterFormat(input.value, input.selectionStart ?? input.value.length),
          };
          onChange(formatPinEntry(input.value));
        }}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
