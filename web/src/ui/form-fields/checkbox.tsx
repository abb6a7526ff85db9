import type { ReactNode } from "react";
import Form from "react-bootstrap/Form";
import { pressGuard } from "../press/press-guard.ts";
import { FieldError, useFieldWiring } from "./field-frame.tsx";

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  id?: string | undefined;
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Disabled for now. The control can be focused and read, but not changed. */
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  /** `radio` to choose exactly one of a group with the same name. */
  type?: "checkbox" | "radio" | undefined;
}

export function Checkbox({
  label,
  checked,
  onChange,
  id,
  hint,
  error,
  required,
  type,
  disabled = false,
  ...rest
}: CheckboxProps) {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <div className="o-check">
      <Form.Check.Input
        {...rest}
        {...wiring}
        type={type ?? "checkbox"}
        checked={checked}
        aria-required={required}
        {...pressGuard(disabled, undefined)}
        // The arrow keys choose a radio without a click.
        onChange={(event) => !disabled && onChange(event.target.checked)}
      />
      <Form.Check.Label htmlFor={wiring.id}>{label}</Form.Check.Label>
      {hint && (
        <div id={`${wiring.id}-hint`} className="o-hint">
          {hint}
        </div>
      )}
      <FieldError id={`${wiring.id}-error`} message={error} />
    </div>
  );
}
