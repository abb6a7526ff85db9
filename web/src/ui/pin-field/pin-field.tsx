import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "../form-fields/field-frame.tsx";
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
  /** The places of characters to check, counted from 0 with the hyphen. They are marked for the eyes only. */
  marked?: readonly number[] | undefined;
  /** Help below the field, announced when it changes and read with the field. */
  help?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * The typed characters again, behind the input and without colour: their places have the marks, which an
 * input can't have.
 */
function Marks({
  value,
  marked,
  className,
}: {
  value: string;
  marked: readonly number[];
  className: string;
}) {
  return (
    <div className={`form-control o-pin-marks ${className}`} aria-hidden="true">
      <span>
        {[...value].map((character, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a character is known by its place only.
          <span key={index} className={marked.includes(index) ? "o-pin-mark" : undefined}>
            {character}
          </span>
        ))}
      </span>
    </div>
  );
}

/** One input for a PIN. Typed characters are shown as XXXX-XXX. From a pasted text it takes the PIN. */
export function PinField(props: PinFieldProps) {
  const [texts, { value, onChange, onBlur, name, required, large, marked = [], help, ref = null }] =
    fieldTexts(props);
  const own = useId();
  const id = texts.id ?? own;
  const className = large ? "o-pin-input o-pin-input-large" : "o-pin-input";
  const edited = useRef<{ input: HTMLInputElement; caret: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const { input, caret } = edited.current ?? {};
    edited.current = undefined;
    if (input && caret !== undefined && document.activeElement === input)
      input.setSelectionRange(caret, caret);
  });

  return (
    <div className="o-pin-field">
      <FieldFrame {...texts} id={id} more={help ? ["help"] : []}>
        {(wiring) => (
          <div className={marked.length > 0 ? "o-pin-marked" : undefined}>
            {marked.length > 0 && <Marks value={value} marked={marked} className={className} />}
            <Form.Control
              {...wiring}
              ref={ref}
              className={className}
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
          </div>
        )}
      </FieldFrame>
      <div id={`${id}-help`} className="o-pin-help" aria-live="polite">
        {help}
      </div>
    </div>
  );
}
