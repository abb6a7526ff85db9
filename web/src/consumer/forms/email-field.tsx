import { type ReactNode, useState } from "react";
import { addressField } from "../../forms/address-field.ts";
import type { BoundField } from "../../forms/use-form.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { afterPress } from "../../ui/press/after-press.ts";
import { Button } from "../../ui/press/button.tsx";
import { suggestedEmail } from "./email-suggestion.ts";

/**
 * The field for the visitor's own email address. The typed text is also filled in on the next screens. Once the field
 * was left with a probably mistyped address, a button below it fills in the address that was meant.
 */
export function EmailField(props: {
  field: BoundField;
  autoComplete: "email" | "username";
  label?: string | undefined;
  hint?: ReactNode;
}) {
  const { field, label = "Email", ...rest } = props;
  const { id, value, onChange, onBlur, ...address } = addressField(field);
  const [isTyping, setIsTyping] = useState(false);
  const suggestion = isTyping ? undefined : suggestedEmail(value);
  const accept = (email: string) => {
    onChange(email);
    // The button is gone; a screen reader reads the field with its new value.
    document.getElementById(id)?.focus();
  };
  return (
    <div className="o-email">
      <TextField
        {...address}
        {...rest}
        id={id}
        value={value}
        onChange={(text) => {
          setIsTyping(true);
          onChange(text);
        }}
        onBlur={() => {
          onBlur();
          afterPress(() => setIsTyping(false));
        }}
        label={label}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        required
      />
      <div aria-live="polite">
        {suggestion !== undefined && (
          <Button tone="plain" className="o-email-suggestion" onClick={() => accept(suggestion)}>
            <span>
              Did you mean <strong className="text-break">{suggestion}</strong>?
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}
