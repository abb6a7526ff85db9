import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import type { ReactNode } from "react";
import { knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { EmailField } from "./email-field.tsx";
import { MainAction } from "./main-action.tsx";
import { refusalAt } from "./refusal-at.ts";

export interface EmailFormProps {
  lead: ReactNode;
  /** The initial value of the field if no address was typed in this tab. */
  known?: string | undefined;
  /** Shown above the field. */
  notice?: ReactNode;
  autoComplete: "email" | "username";
  /** The button's label. */
  action: string;
  /** Requests the mail. Rejects with the error of the call. */
  send: (email: string) => Promise<void>;
  /** Called after the mail was requested. */
  onSent: (email: string) => Promise<void>;
}

/** A form with one field: the address to send a mail to. */
export function EmailForm({ lead, known = "", notice, autoComplete, action, send, onSent }: EmailFormProps) {
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
    <form noValidate onSubmit={submit}>
      <p className="o-lead">{lead}</p>
      {notice}
      <ErrorSummary {...form.summary} />
      <EmailField field={form.field("email")} autoComplete={autoComplete} />
      <Banner tone="error">{form.failure}</Banner>
      <MainAction busy={form.busy} busyLabel="Sending…">
        {action}
      </MainAction>
    </form>
  );
}
