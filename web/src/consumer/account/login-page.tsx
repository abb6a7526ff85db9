import { emailProblem, normaliseEmail, requiredMessage } from "@ornament/contracts/domain/email";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { FrontDoor } from "../../artwork/small-pictures.tsx";
import { knownAddress } from "../../forms/address-field.ts";
import { useAction } from "../../forms/use-action.ts";
import { useForm } from "../../forms/use-form.ts";
import { PasswordField } from "../../ui/form-fields/password-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useConsumerLoginMutation } from "./account-api.ts";
import { useGoToCheckEmail } from "./use-go-to-check-email.ts";
import { useResendLink } from "./use-resend-link.ts";

/**
 * The sign-in screen. After sign-in the route's guard redirects to the requested page, or to the start page.
 */
export function LoginPage() {
  const { expired, elsewhere } = useSession();
  const { form, locked, unconfirmed, submit } = useLogin();
  return (
    <FormCard
      title="Sign in"
      picture={<FrontDoor />}
      link={{ to: "/verify-age", label: "Create an Account" }}
      form={form}
      onSubmit={submit}
      notice={
        (expired && "You have been signed out. Please sign in again.") ||
        (elsewhere && "You signed out in another tab of this browser.")
      }
      newPassword={locked && "Reset your password"}
      action={{ children: "Sign In", busyLabel: "Signing in…" }}
    >
      <EmailField field={form.field("email")} autoComplete="username" />
      {unconfirmed !== undefined && <SendLinkAgain email={unconfirmed} />}
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

/** Shown below the email field when the account's email isn't confirmed yet. */
function SendLinkAgain({ email }: { email: string }) {
  const goToCheckEmail = useGoToCheckEmail();
  const resend = useResendLink();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const press = () =>
    run(async () => {
      setFailure(undefined);
      try {
        await resend(email);
      } catch (error) {
        return setFailure(messageOf(error));
      }
      await goToCheckEmail(email);
    });
  return (
    <div className="vstack gap-2">
      <Button tone="quiet" wide busy={busy} busyLabel="Sending…" onClick={() => void press()}>
        Send the link again
      </Button>
      <Banner tone="error">{failure}</Banner>
    </div>
  );
}
