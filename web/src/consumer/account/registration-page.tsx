import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import { useHumanCheck } from "../../app/human-check.ts";
import { localStore } from "../../app/safe-storage.ts";
import { Banner } from "../../ui/banner.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { NewPasswordFields, newPasswordErrors } from "../forms/new-password-fields.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useAction } from "../forms/use-action.ts";
import { useTextForm } from "../forms/use-text-form.ts";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { useRegisterConsumerMutation } from "./account-api.ts";
import { ageIsVerified, storeAgeVerified } from "./pending-registration.ts";
import { useGoToCheckEmail } from "./use-go-to-check-email.ts";

/** Creates an account. Without the age check it redirects to the landing page. */
export function RegistrationPage() {
  // Read once: registering clears the age check while this screen still shows.
  const [adult] = useState(() => ageIsVerified(localStore));
  return adult ? <Registration /> : <Navigate to="/" replace />;
}

const labels = { email: "Parent email", password: "Password", confirmation: "Confirm password" };
const fields = ["email", "password", "confirmation"] as const;

function useRegistration() {
  const goToCheckEmail = useGoToCheckEmail();
  const askHumanCheck = useHumanCheck();
  const [register] = useRegisterConsumerMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ email: "", password: "", confirmation: "" }, labels, (values) => ({
    email: emailProblem(values.email),
    ...newPasswordErrors(values),
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
    storeAgeVerified(localStore, false);
    await goToCheckEmail(email);
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
    <ConsumerCard
      title="Create your account"
      step="Account"
      footer={<SignedOutFooter to="/login" label="I already have an account" />}
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
          hint="We’ll send a link to this address."
          required
        />
        <NewPasswordFields form={form} labels={labels} />
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
    </ConsumerCard>
  );
}
