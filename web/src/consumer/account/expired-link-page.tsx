import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
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
import { notePendingEmail, pendingEmail } from "./pending-registration.ts";
import { useResendLink } from "./use-resend-link.ts";

const words = {
  expired: {
    title: "Your Link has Expired",
    text: "A link is good for 24 hours, and only the newest one counts. Tell us your email and we send a fresh one.",
  },
  incorrect: {
    title: "Incorrect activation link",
    text: "This link is not complete. Please open the whole link from the newest email, or have a new one sent.",
  },
} as const;

/** With `statusUser` in the address the link was wrong, without it too old (spec §2). */
export function ExpiredLinkPage() {
  const [params] = useSearchParams();
  const { title, text } = words[params.has("statusUser") ? "incorrect" : "expired"];
  const navigate = useNavigate();
  const resend = useResendLink();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ email: pendingEmail(sessionStore) ?? "" }, { email: "Email" }, ({ email }) => ({
    email: emailProblem(email),
  }));

  const send = async () => {
    setFailure(undefined);
    if (!form.tried()) return;
    const email = normaliseEmail(form.values.email);
    try {
      await resend(email);
    } catch (error) {
      const refusal = refusalAt(error, ["email"], "email");
      setFailure(refusal.message);
      return form.refused(refusal.fields);
    }
    notePendingEmail(sessionStore, email);
    noteMailSent(sessionStore, "activation", Date.now());
    await navigate("/check-email");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };

  return (
    <EveningCard title={title} step="Email" footer={<GuestFooter to="/login" label="Sign In" />}>
      <form noValidate onSubmit={submit}>
        <p className="o-lead">{text}</p>
        <ErrorSummary {...form.summary} />
        <TextField
          {...form.field("email")}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <Banner tone="error">{failure}</Banner>
        <MainAction busy={busy} busyLabel="Sending…">
          Send a new link
        </MainAction>
      </form>
    </EveningCard>
  );
}
