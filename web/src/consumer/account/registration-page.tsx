import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { useState } from "react";
import { Navigate } from "react-router";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { knownAddress } from "../../forms/address-field.ts";
import { newPasswordErrors } from "../../forms/new-password-errors.ts";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useRegisterConsumerMutation } from "./account-api.ts";
import { forgetBirthDate } from "./birth-date.ts";
import { ageIsVerified, pendingEmail, storeAgeVerified } from "./pending-registration.ts";
import { useGoToCheckEmail } from "./use-go-to-check-email.ts";

/**
 * Creates an account. Without the age check it redirects to the landing page. Registering clears the check
 * for other tabs. The registering tab keeps it, so that Back leads here to correct the email address.
 */
export function RegistrationPage() {
  // Read once: registering clears the age check while this screen still shows.
  const [adult] = useState(() => ageIsVerified(localStore) || pendingEmail(sessionStore) !== undefined);
  return adult ? <Registration /> : <Navigate to="/" replace />;
}

const labels = { email: "Parent email", password: "Password", confirmation: "Confirm password" };
const fields = ["email", "password", "confirmation"] as const;

function useRegistration() {
  const goToCheckEmail = useGoToCheckEmail();
  const askHumanCheck = useHumanCheck();
  const [register] = useRegisterConsumerMutation();
  const form = useForm({
    initial: { email: knownAddress(), password: "", confirmation: "", terms: false, marketing: false },
    labels,
    check: ({ email, ...passwords }) => ({ email: emailProblem(email), ...newPasswordErrors(passwords) }),
    keep: { as: "registration", except: fields },
  });

  const submit = form.submit(async ({ password, marketing: marketEmail, ...values }) => {
    const email = normaliseEmail(values.email);
    const verifyCaptcha = await askHumanCheck(humanCheckActions.registerConsumer);
    const { error } = await register({ email, password, marketEmail, verifyCaptcha });
    if (error) return form.refuse(refusalAt(error, fields, "email"));
    form.forget();
    forgetBirthDate(sessionStore);
    storeAgeVerified(localStore, false);
    await goToCheckEmail(email);
  });
  return { form, submit };
}

function Registration() {
  const { form, submit } = useRegistration();
  const { terms, marketing } = form.values;

  return (
    <FormCard
      title="Create your account"
      step="Account"
      link={{ to: "/login", label: "I already have an account" }}
      form={form}
      onSubmit={(event) => (terms ? submit(event) : event.preventDefault())}
      action={{ children: "Create account", busyLabel: "Creating…", disabled: !terms }}
    >
      <EmailField
        field={form.field("email")}
        label={labels.email}
        autoComplete="email"
        hint="We’ll send a link to this address."
      />
      <NewPasswordFields form={form} labels={labels} required />
      <div>
        <Checkbox
          name="terms"
          checked={terms}
          onChange={(agreed) => form.set("terms", agreed)}
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
          onChange={(wanted) => form.set("marketing", wanted)}
          label={
            <>
              Send me news and offers by email <span className="o-optional">(optional)</span>
            </>
          }
        />
      </div>
    </FormCard>
  );
}
