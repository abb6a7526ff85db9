import type { ClipboardEventHandler, HTMLInputAutoCompleteAttribute, KeyboardEventHandler, Ref } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, type FieldText, useFieldWiring } from "./field-frame.tsx";

export interface TextFieldProps extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler | undefined;
  onPaste?: ClipboardEventHandler | undefined;
  name?: string | undefined;
  type?: "text" | "email" | "search" | "url" | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  inputMode?: "text" | "email" | "numeric" | "search" | "url" | undefined;
  autoCapitalize?: "none" | "words" | "sentences" | undefined;
  maxLength?: number | undefined;
  /** The id of a `datalist` with suggestions. */
  list?: string | undefined;
  placeholder?: string | undefined;
  /** Only for a field that is never enabled: a field that becomes disabled loses the focus. */
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    id,
    hint,
    error,
    optional,
    hideLabel,
    value,
    onChange,
    onBlur,
    required,
    disabled,
    readOnly,
    type,
    ref,
    ...rest
  } = props;
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame {...{ label, hint, error, optional, hideLabel }} controlId={wiring.id}>
      <Form.Control
        {...rest}
        {...wiring}
        ref={ref ?? null}
        disabled={disabled ?? false}
        type={type ?? "text"}
        // A name may be written from right to left.
        dir={type === undefined || type === "text" ? "auto" : undefined}
        readOnly={readOnly ?? false}
        value={value}
        aria-required={required}
        spellCheck={type === "email" ? false : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
