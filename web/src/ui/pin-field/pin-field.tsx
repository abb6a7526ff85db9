import { type Ref, useLayoutEffect, useRef } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "../form-fields/field-frame.tsx";
import { caretAfterFormat, formatPinEntry, insertedText, pinInText } from "./pin-format.ts";

export interface PinFieldProps extends FieldText {
  /** The PIN in upper case, with the hyphen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  /** Whether the PIN is the only question of its screen and has large characters of equal width. */
  large?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One input for a PIN. Typed characters are shown as XXXX-XXX. From a pasted text it takes the PIN. */
export function PinField(props: PinFieldProps) {
  const { label, id, hint, error, optional, hideLabel, value, onChange, onBlur, name, required, large } =
    props;
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
        className={large ? "o-pin-input o-pin-input-large" : "o-pin-input"}
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
          const inserted = insertedText(value, input.value);
          // Several characters in one event were not typed: the keyboard, a password manager or a drag
          // inserted a text.
          const pin = inserted.length > 1 ? pinInText(inserted) : undefined;
          const caret =
            pin?.length ?? caretAfterFormat(input.value, input.selectionStart ?? input.value.length);
          edited.current = { input, caret };
          onChange(pin ?? formatPinEntry(input.value));
        }}
        onPaste={(event) => {
          // Read before the browser removes the line breaks.
          const pin = pinInText(event.clipboardData.getData("text"));
          if (pin === undefined) return;
          event.preventDefault();
          const input = event.target as HTMLInputElement;
          edited.current = { input, caret: pin.length };
          onChange(pin);
        }}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
