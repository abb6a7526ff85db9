import { limits } from "@ornament/contracts/domain/limits";
import { Link, useNavigate } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { addressField, knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { emailCheck } from "../forms/rules.ts";
import { loginPath } from "../page/paths.ts";
import { useAdminForgotPasswordMutation } from "./sign-in-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { signInNotice } from "./sign-in-notice.ts";

export function ForgotPasswordPage() {
  const form = useForm({
    initial: { email: knownAddress() },
    labels: {},
    check: ({ email }) => emailCheck(email),
  });
  const [askForLink] = useAdminForgotPasswordMutation();
  const navigate = useNavigate();

  const send = async ({ email }: { email: string }) => {
    const { data, error } = await askForLink({ email: email.trim().toLowerCase() });
    if (data) await navigate(loginPath, { state: signInNotice(data.message) });
    else form.refuse({ fields: { email: fieldErrorsOf(error).email ?? messageOf(error) } });
  };

  return (
    <SignInLayout title="Forgot password">
      <form noValidate className="o-stack" onSubmit={form.submit(send)}>
        <ErrorSummary {...form.summary} />
        <p className="o-soft">
          Enter the email of your account. We will send you a link to set a new password.
        </p>
        <TextField
          {...addressField(form.field("email"))}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={limits.email}
          required
        />
        <Button type="submit" wide busy={form.busy} busyLabel="Sending...">
          Send Email
        </Button>
        <Link to={loginPath} className="o-sign-in-link">
          Back to login
        </Link>
      </form>
    </SignInLayout>
  );
}
