import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { inPlainWords } from "@ornament/contracts/values/password";
import { useState } from "react";
import { Navigate } from "react-router";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { knownAddress } from "../../forms/address-field.ts";
import { NewPasswordFields, newPasswordErrors } from "../../forms/new-password.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";
import { EmailField } from "../forms/email-form.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { forgetBirthDate } from "./birth-date.ts";
import {
  ageIsVerified,
  pendingEmail,
  storeAgeVerified,
  useGoToCheckEmail,
  useRegister,
} from "./pending-registration.ts";

/**
 * Creates an account. Without the age check it redirects to the landing page. Registering clears the check
 * for other tabs. The registering tab keeps it, so that Back leads here to correct the email address.
 */
export function RegistrationPage() {
  // Read once: registering clears the age check while this screen still shows.
  const [adult] = useState(() => ageIsVerified(localStore) || pendingEmail(sessionStore) !== undefined);
  return adult ? <Registration /> : <Navigate to="/" replace />;
}

const labels = {
  email: "Parent email",
  password: "Password",
  confirmation: "Confirm password",
};
const fields = ["email", "password", "confirmation"] as const;

function useRegistration() {
  const goToCheckEmail = useGoToCheckEmail();
  const register = useRegister();
  const form = useForm({
    initial: { email: knownAddress(), password: "", confirmation: "", terms: false, marketing: false },
    labels,
    check: ({ email, terms, ...passwords }) => ({
      email: emailProblem(email),
      ...newPasswordErrors(passwords, inPlainWords),
      terms: terms ? undefined : "Please agree to the Terms of use and the Privacy policy.",
    }),
    keep: { as: "registration", except: fields },
  });

  const submit = form.submit(async ({ password, marketing: marketEmail, ...values }) => {
    const email = normaliseEmail(values.email);
    try {
      await register(email, { password, marketEmail });
    } catch (error) {
      return form.refuse(refusalAt(error, fields, "email"));
    }
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
  const missingTerms = form.field("terms").error;

  return (
    <FormCard
      title="Create your account"
      step="Account"
      link={{ to: "/login", label: "I already have an account" }}
      form={form}
      onSubmit={submit}
      action={{
        children: "Create account",
        busyLabel: "Creating…",
        disabled: !terms,
        // The submission sends nothing: it shows what is missing, and moves the focus there.
        onDisabledPress: () => submit({ preventDefault: () => undefined }),
        note: terms || missingTerms ? "" : "Please agree to the Terms of use first.",
      }}
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
          id={form.idOf("terms")}
          name="terms"
          error={missingTerms}
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
              Send me news and offers by email{" "}
              <span className="text-body-secondary fw-normal">(optional)</span>
            </>
          }
        />
      </div>
    </FormCard>
  );
}
