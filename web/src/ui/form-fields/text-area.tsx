import type { KeyboardEventHandler, Ref } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "./field-frame.tsx";

export interface TextAreaProps extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler | undefined;
  name?: string | undefined;
  rows?: number | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A field for text of several lines. Near `maxLength` it says how many characters are left. */
export function TextArea(props: TextAreaProps) {
  const { label, id, hint, error, optional, hideLabel, value, onChange, rows, required, ref, ...rest } =
    props;
  const { maxLength } = rest;
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <div>
      <FieldFrame {...{ label, hint, error, optional, hideLabel }} controlId={wiring.id}>
        <Form.Control
          {...rest}
          {...wiring}
          {...(ref ? { ref } : {})}
          as="textarea"
          dir="auto"
          rows={rows ?? 3}
          value={value}
          aria-required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldFrame>
      {maxLength !== undefined && <CharactersLeft left={maxLength - value.length} of={maxLength} />}
    </div>
  );
}

/** Shown for the last fifth of the characters. Screen readers announce a few numbers, not every key. */
function CharactersLeft({ left, of }: { left: number; of: number }) {
  const say = (count: number) => (count === 1 ? "1 character left" : `${count} characters left`);
  const steps = [0, 5, 10, 20].filter((step) => step <= of / 5);
  const announced = steps.find((step) => left <= step);
  return (
    <>
      {left <= of / 5 && (
        <div className={left === 0 ? "o-hint o-characters-none" : "o-hint"} aria-hidden="true">
          {say(left)}
        </div>
      )}
      <div className="visually-hidden" role="status">
        {announced !== undefined && say(announced)}
      </div>
    </>
  );
}
