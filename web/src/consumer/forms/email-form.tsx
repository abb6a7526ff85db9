import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { type ReactNode, useState } from "react";
import { addressField, knownAddress } from "../../forms/address-field.ts";
import { type BoundField, useForm } from "../../forms/use-form.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { afterPress } from "../../ui/press/after-press.ts";
import { Button } from "../../ui/press/button.tsx";
import { suggestedEmail } from "./email-suggestion.ts";
import { FormCard, type FormCardProps } from "./form-card.tsx";
import { refusalAt } from "./refusal-at.ts";

interface Sending {
  /** Requests the mail. Rejects with the error of the call. */
  send: (email: string) => Promise<void>;
  /** Called after the mail was requested. */
  onSent: (email: string) => Promise<void> | void;
}

/** The state of a form with one field: the email address to send a mail to. */
export function useEmailForm(initial: string, { send, onSent }: Sending) {
  const form = useForm({
    initial: { email: initial },
    labels: { email: "Email" },
    check: ({ email }) => ({ email: emailProblem(email) }),
  });
  const submit = form.submit(async (values) => {
    const email = normaliseEmail(values.email);
    try {
      await send(email);
    } catch (error) {
      return form.refuse(refusalAt(error, ["email"], "email"));
    }
    await onSent(email);
  });
  return { form, submit };
}

interface EmailFormProps
  extends Sending,
    Pick<FormCardProps, "title" | "step" | "picture" | "link" | "lead"> {
  /** The initial value of the field if no email address was typed in this tab. */
  known?: string | undefined;
  autoComplete: "email" | "username";
  /** The button's label. */
  action: string;
}

/** A screen with one field: the email address to send a mail to. */
export function EmailForm({ known = "", autoComplete, action, send, onSent, ...card }: EmailFormProps) {
  const { form, submit } = useEmailForm(knownAddress() || known, { send, onSent });
  return (
    <FormCard {...card} form={form} onSubmit={submit} action={{ children: action, busyLabel: "Sending…" }}>
      <EmailField field={form.field("email")} autoComplete={autoComplete} />
    </FormCard>
  );
}

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
