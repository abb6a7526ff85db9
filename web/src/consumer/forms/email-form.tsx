import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { EmailField } from "./email-field.tsx";
import { FormCard, type FormCardProps } from "./form-card.tsx";
import { refusalAt } from "./refusal-at.ts";

interface EmailFormProps extends Pick<FormCardProps, "title" | "step" | "picture" | "link" | "lead"> {
  /** The initial value of the field if no email address was typed in this tab. */
  known?: string | undefined;
  autoComplete: "email" | "username";
  /** The button's label. */
  action: string;
  /** Requests the mail. Rejects with the error of the call. */
  send: (email: string) => Promise<void>;
  /** Called after the mail was requested. */
  onSent: (email: string) => Promise<void>;
}

/** A screen with one field: the email address to send a mail to. */
export function EmailForm({ known = "", autoComplete, action, send, onSent, ...card }: EmailFormProps) {
  const form = useForm({
    initial: { email: knownAddress() || known },
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

  return (
    <FormCard {...card} form={form} onSubmit={submit} action={{ children: action, busyLabel: "Sending…" }}>
      <EmailField field={form.field("email")} autoComplete={autoComplete} />
    </FormCard>
  );
}
