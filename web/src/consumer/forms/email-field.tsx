import type { ReactNode } from "react";
import { addressField } from "../../forms/address-field.ts";
import type { BoundField } from "../../forms/use-form.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";

/** The field for the visitor's own email address. The typed text is also filled in on the next screens. */
export function EmailField(props: {
  field: BoundField;
  autoComplete: "email" | "username";
  label?: string | undefined;
  hint?: ReactNode;
}) {
  const { field, label = "Email", ...rest } = props;
  return (
    <TextField
      {...addressField(field)}
      {...rest}
      label={label}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      required
    />
  );
}
