import { emailProblem, normaliseEmail, requiredMessage } from "@ornament/contracts/domain/email";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { isApiError, messageOf } from "../../app/api-error.ts";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session-actions.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useAction } from "../forms/use-action.ts";
import { useTextForm } from "../forms/use-text-form.ts";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { useConsumerLoginMutation } from "./account-api.ts";
import { useGoToCheckEmail } from "./use-go-to-check-email.ts";
import { useResendLink } from "./use-resend-link.ts";

/** The sign-in screen. After sign-in the route's guard redirects to the start page. */
export function LoginPage() {
  const { expired } = useSession();
  const { form, busy, failure, unconfirmed, send } = useLogin();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <ConsumerCard
      title="Welcome back"
      footer={<SignedOutFooter to="/verify-age" label="Create an Account" />}
    >
      <form noValidate onSubmit={submit}>
        <Banner tone="notice">{expired && "You have been signed out. Please sign in again."}</Banner>
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
        {unconfirmed !== undefined && <SendLinkAgain email={unconfirmed} />}
        <PasswordField
          {...form.field("password")}
          label="Password"
          autoComplete="current-password"
          required
        />
        <Link to="/forgot-password" className="o-side-link">
          Forgot password?
        </Link>
        <Banner tone="error">{failure}</Banner>
        <MainAction busy={busy} busyLabel="Signing in…">
          Sign In
        </MainAction>
      </form>
    </ConsumerCard>
  );
}

function useLogin() {
  const dispatch = useAppDispatch();
  const askHumanCheck = useHumanCheck();
  const [login] = useConsumerLoginMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const form = useTextForm(
    { email: "", password: "" },
    { email: "Email", password: "Password" },
    ({ email, password }) => ({
      email: emailProblem(email),
      password: password === "" ? requiredMessage : undefined,
    }),
  );

  const refuse = (error: unknown, email: string) => {
    const inactive = isApiError(error) && error.code === "not_activated";
    setUnconfirmed(inactive ? email : undefined);
    const refusal = refusalAt(error, ["email", "password"], "email");
    setFailure(refusal.message);
    form.refused(refusal.fields);
  };

  const send = async () => {
    setFailure(undefined);
    setUnconfirmed(undefined);
    if (!form.tried()) return;
    const email = normaliseEmail(form.values.email);
    const verifyCaptcha = await askHumanCheck(humanCheckActions.consumerLogin);
    const { data, error } = await login({ email, password: form.values.password, verifyCaptcha });
    if (data) dispatch(startSession(data));
    else refuse(error, email);
  };
  return { form, busy, failure, unconfirmed, send: () => run(send) };
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
    <div className="o-stack-tight">
      <Button tone="quiet" wide busy={busy} busyLabel="Sending…" onClick={() => void press()}>
        Send the link again
      </Button>
      <Banner tone="error">{failure}</Banner>
    </div>
  );
}
