import type { ComponentProps } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, fieldTexts } from "./field-frame.tsx";

type Taken =
  | (
      | "onBlur"
      | "onInput"
      | "onKeyDown"
      | "onPaste"
      | "name"
      | "autoComplete"
      | "inputMode"
      | "autoCapitalize"
      | "maxLength"
    )
  | ("list" | "placeholder" | "disabled" | "readOnly" | "required" | "autoFocus" | "ref");

/** `disabled` only for a field that is never enabled: a field that becomes disabled loses the focus. */
export interface TextFieldProps extends FieldText, Pick<ComponentProps<"input">, Taken> {
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "email" | "search" | "url" | undefined;
}

export function TextField(props: TextFieldProps) {
  const [
    texts,
    { onChange, required, disabled = false, readOnly = false, type = "text", ref = null, ...rest },
  ] = fieldTexts(props);
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <Form.Control
          {...rest}
          {...wiring}
          {...{ ref, disabled, readOnly, type }}
          // A name may be written from right to left.
          dir={type === "text" ? "auto" : undefined}
          aria-required={required}
          spellCheck={type === "email" ? false : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
