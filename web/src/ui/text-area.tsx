import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "./field-frame.tsx";

export interface TextAreaProps extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  rows?: number | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
}

/** A field for text of several lines. With `maxLength` its hint says how many characters are left. */
export function TextArea(props: TextAreaProps) {
  const { label, id, hint, error, optional, hideLabel, value, onChange, rows, required, ...rest } = props;
  const left = rest.maxLength === undefined ? undefined : `${rest.maxLength - value.length} characters left`;
  const shownHint = left && hint ? `${hint} ${left}` : (hint ?? left);
  const wiring = useFieldWiring({ id, hint: shownHint, error });
  return (
    <FieldFrame {...{ label, error, optional, hideLabel }} hint={shownHint} controlId={wiring.id}>
      <Form.Control
        {...rest}
        {...wiring}
        as="textarea"
        rows={rows ?? 3}
        value={value}
        aria-required={required}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
