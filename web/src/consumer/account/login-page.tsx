import { humanCheckActions } from "@ornament/contracts/routes/human-check";
import { emailProblem, normaliseEmail, requiredMessage } from "@ornament/contracts/values/email";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { FrontDoor } from "../../artwork/small-pictures.tsx";
import { knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { PasswordField } from "../../ui/form-fields/password-field.tsx";
import { EmailField } from "../forms/email-form.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { SendAgain } from "../forms/send-again.tsx";
import { useConsumerLoginMutation } from "../registration/account-api.ts";
import { useGoToCheckEmail, useResendLink } from "../registration/pending-registration.ts";

/**
 * The sign-in screen. After sign-in the route's guard redirects to the requested page, or to the start page.
 */
export function LoginPage() {
  const { expired, elsewhere } = useSession();
  const { form, locked, unconfirmed, submit } = useLogin();
  const resend = useResendLink();
  const goToCheckEmail = useGoToCheckEmail();
  return (
    <FormCard
      title="Sign in"
      picture={<FrontDoor />}
      link={{ to: "/verify-age", label: "Create an account" }}
      form={form}
      onSubmit={submit}
      notice={
        (expired && "You have been signed out. Please sign in again.") ||
        (elsewhere && "You signed out in another tab of this browser.")
      }
      newPassword={locked && "Reset your password"}
      action={{ children: "Sign in", busyLabel: "Signing in…" }}
    >
      <EmailField field={form.field("email")} autoComplete="username" />
      {unconfirmed !== undefined && (
        <SendAgain
          mail="activation"
          label="Send the link again"
          sent=""
          send={async () => {
            await resend(unconfirmed);
            await goToCheckEmail(unconfirmed);
          }}
        />
      )}
      <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" required />
      <Link to="/forgot-password" className="o-side-link">
        Forgot password?
      </Link>
    </FormCard>
  );
}

function useLogin() {
  const dispatch = useAppDispatch();
  const askHumanCheck = useHumanCheck();
  const [login] = useConsumerLoginMutation();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [locked, setLocked] = useState(false);
  const form = useForm({
    initial: { email: knownAddress(), password: "" },
    labels: { email: "Email", password: "Password" },
    check: ({ email, password }) => ({
      email: emailProblem(email),
      password: password === "" ? requiredMessage : undefined,
    }),
  });

  const refuse = (error: unknown, email: string) => {
    const inactive = isApiError(error) && error.code === "not_activated";
    setUnconfirmed(inactive ? email : undefined);
    // No field is wrong after too many failures: the consumer has to wait, or sets a new password.
    const waits = isApiError(error) && error.code === "sign_in_failed" && error.retryAfter !== undefined;
    setLocked(waits);
    form.refuse(waits ? { message: messageOf(error) } : refusalAt(error, ["email", "password"], "email"));
  };

  const send = form.submit(async ({ password, ...values }) => {
    const email = normaliseEmail(values.email);
    const verifyCaptcha = await askHumanCheck(humanCheckActions.consumerLogin);
    const { data, error } = await login({ email, password, verifyCaptcha });
    if (data) dispatch(startSession(data));
    else refuse(error, email);
  });
  const submit = (event: FormEvent) => {
    if (!form.busy) setUnconfirmed(undefined);
    send(event);
  };
  return { form, locked, unconfirmed, submit };
}
