import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";
import { type FormEvent, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useHumanCheck } from "../../app/human-check.ts";
import { localStore, sessionStore } from "../../app/safe-storage.ts";
import { Banner } from "../../ui/banner.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { newPasswordProblems, newPasswordRule } from "../../ui/new-password-rule.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { DialogLink } from "../dialog-link.tsx";
import { EveningCard } from "../evening-card.tsx";
import { noteMailSent } from "../forms/cooldown.ts";
import { MainAction } from "../forms/main-action.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useAction } from "../forms/use-action.ts";
import { useTextForm } from "../forms/use-text-form.ts";
import { GuestFooter } from "../guest-footer.tsx";
import { useRegisterConsumerMutation } from "./account-api.ts";
import { ageIsVerified, noteAge, notePendingEmail } from "./pending-registration.ts";

/** Creates an account; without the age check it leads back to landing (spec §2). */
export function RegistrationPage() {
  // Read once: the mark is cleared by registering, when the next screen is on its way.
  const [adult] = useState(() => ageIsVerified(localStore));
  return adult ? <Registration /> : <Navigate to="/" replace />;
}

const labels = { email: "Parent email", password: "Password", confirmation: "Confirm password" };
const fields = ["email", "password", "confirmation"] as const;

function useRegistration() {
  const navigate = useNavigate();
  const askHumanCheck = useHumanCheck();
  const [register] = useRegisterConsumerMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ email: "", password: "", confirmation: "" }, labels, (values) => ({
    email: emailProblem(values.email),
    password: passwordProblem(values.password),
    confirmation: values.confirmation === values.password ? undefined : passwordMismatchMessage,
  }));

  const send = async (marketEmail: boolean) => {
    setFailure(undefined);
    if (!form.tried()) return;
    const email = normaliseEmail(form.values.email);
    const verifyCaptcha = await askHumanCheck(humanCheckActions.registerConsumer);
    const { error } = await register({
      email,
      password: form.values.password,
      marketEmail,
      verifyCaptcha,
    });
    if (error) {
      const refusal = refusalAt(error, fields, "email");
      setFailure(refusal.message);
      form.refused(refusal.fields);
      return;
    }
    notePendingEmail(sessionStore, email);
    noteMailSent(sessionStore, "activation", Date.now());
    noteAge(localStore, false);
    await navigate("/check-email");
  };
  return { form, busy, failure, send: (marketEmail: boolean) => run(() => send(marketEmail)) };
}

function Registration() {
  const { form, busy, failure, send } = useRegistration();
  const [terms, setTerms] = useState(false);
  const [marketing, setMarketing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (terms) void send(marketing);
  };

  return (
    <EveningCard
      title="Create your account"
      step="Account"
      footer={<GuestFooter to="/login" label="I have an account already" />}
    >
      <form noValidate onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <TextField
          {...form.field("email")}
          label={labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          hint="We send a link to this address."
          required
        />
        <PasswordField
          {...form.field("password")}
          label={labels.password}
          autoComplete="new-password"
          rule={newPasswordRule}
          problems={newPasswordProblems(form.values.password)}
          required
        />
        <PasswordField
          {...form.field("confirmation")}
          label={labels.confirmation}
          autoComplete="new-password"
          required
        />
        <div>
          <Checkbox
            name="terms"
            checked={terms}
            onChange={setTerms}
            required
            label={
              <>
                I agree to the <DialogLink to="#terms">Terms of use</DialogLink> and the{" "}
                <DialogLink to="#privacy">Privacy policy</DialogLink>
              </>
            }
          />
          <Checkbox
            name="marketing"
            checked={marketing}
            onChange={setMarketing}
            label={
              <>
                Send me news and offers by email <span className="o-optional">(optional)</span>
              </>
            }
          />
        </div>
        <Banner tone="error">{failure}</Banner>
        <MainAction busy={busy} busyLabel="One moment…" disabled={!terms}>
          Next
        </MainAction>
      </form>
    </EveningCard>
  );
}
