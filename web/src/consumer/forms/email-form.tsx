import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { type FormEvent, type ReactNode, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MainAction } from "./main-action.tsx";
import { refusalAt } from "./refusal-at.ts";
import { useAction } from "./use-action.ts";
import { useTextForm } from "./use-text-form.ts";

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
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ email: known }, { email: "Email" }, ({ email }) => ({
    email: emailProblem(email),
  }));

  const ask = async () => {
    setFailure(undefined);
    if (!form.tried()) return;
    const email = normaliseEmail(form.values.email);
    try {
      await send(email);
    } catch (error) {
      const refusal = refusalAt(error, ["email"], "email");
      setFailure(refusal.message);
      return form.refused(refusal.fields);
    }
    await onSent(email);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(ask);
  };

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
      <Banner tone="error">{failure}</Banner>
      <MainAction busy={busy} busyLabel="Sending…">
        {action}
      </MainAction>
    </form>
  );
}
