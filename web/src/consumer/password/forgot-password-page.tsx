import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { EveningCard } from "../evening-card.tsx";
import { noteMailSent } from "../forms/cooldown.ts";
import { MainAction } from "../forms/main-action.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useAction } from "../forms/use-action.ts";
import { useTextForm } from "../forms/use-text-form.ts";
import { GuestFooter } from "../guest-footer.tsx";
import { useSendCode } from "./use-send-code.ts";

/** The first step to a new password: an address to mail a code to. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ email: "" }, { email: "Email" }, ({ email }) => ({
    email: emailProblem(email),
  }));

  const send = async () => {
    setFailure(undefined);
    if (!form.tried()) return;
    const email = normaliseEmail(form.values.email);
    try {
      await sendCode(email);
    } catch (error) {
      const refusal = refusalAt(error, ["email"], "email");
      setFailure(refusal.message);
      return form.refused(refusal.fields);
    }
    noteMailSent(sessionStore, "code", Date.now());
    await navigate(`/verify-code?email=${encodeURIComponent(email)}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };

  return (
    <EveningCard title="Forgot your password?" footer={<GuestFooter to="/login" label="Back to sign in" />}>
      <form noValidate onSubmit={submit}>
        <p className="o-lead">Tell us your email, and we send you a code to choose a new one.</p>
        <ErrorSummary {...form.summary} />
        <TextField
          {...form.field("email")}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <Banner tone="error">{failure}</Banner>
        <MainAction busy={busy} busyLabel="Sending…">
          Send code
        </MainAction>
      </form>
    </EveningCard>
  );
}
