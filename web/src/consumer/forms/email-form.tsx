import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import type { ReactNode } from "react";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MainAction } from "./main-action.tsx";
import { refusalAt } from "./refusal-at.ts";

export interface EmailFormProps {
  lead: ReactNode;
  /** The initial value of the field, if the address is known. */
  known?: string | undefined;
  autoComplete: "email" | "username";
  /** The button's label. */
  action: string;
  /** Requests the mail. Rejects with the error of the call. */
  send: (email: string) => Promise<void>;
  /** Called after the mail was requested. */
  onSent: (email: string) => Promise<void>;
}

/** A form with one field: the address to send a mail to. */
export function EmailForm({ lead, known = "", autoComplete, action, send, onSent }: EmailFormProps) {
  const form = useForm({
    initial: { email: known },
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
      <ErrorSummary {...form.summary} />
      <TextField
        {...form.field("email")}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        required
      />
      <Banner tone="error">{form.failure}</Banner>
      <MainAction busy={form.busy} busyLabel="Sending…">
        {action}
      </MainAction>
    </form>
  );
}
