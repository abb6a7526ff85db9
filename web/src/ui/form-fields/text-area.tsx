import type { ComponentProps } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "./field-frame.tsx";

export interface TextAreaProps
  extends FieldText,
    Omit<ComponentProps<"textarea">, "onChange" | "readOnly" | "disabled"> {
  value: string;
  onChange: (value: string) => void;
}

/** A field for text of several lines. Near `maxLength` it says how many characters are left. */
export function TextArea(props: TextAreaProps) {
  const [texts, { onChange, rows = 3, required, ref = null, ...rest }] = fieldTexts(props);
  const { value, maxLength } = rest;
  return (
    <div>
      <FieldFrame {...texts}>
        {(wiring) => (
          <Form.Control
            {...rest}
            {...wiring}
            {...{ ref, rows }}
            as="textarea"
            dir="auto"
            aria-required={required}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
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
        <div className={left === 0 ? "o-hint text-danger-emphasis fw-semibold" : "o-hint"} aria-hidden="true">
          {say(left)}
        </div>
      )}
      <div className="visually-hidden" role="status">
        {announced !== undefined && say(announced)}
      </div>
    </>
  );
}
