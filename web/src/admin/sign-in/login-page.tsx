import { limits } from "@ornament/contracts/domain/limits";
import { Link, useLocation } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { useCookieTrouble } from "../../app/cookie-trouble.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session-actions.ts";
import { addressField, knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { forgotPasswordPath } from "../page/paths.ts";
import { loginCheck } from "./login-check.ts";
import { useAdminLoginMutation } from "./sign-in-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { noticeOf } from "./sign-in-notice.ts";

export function LoginPage() {
  const { state } = useLocation();
  const { expired } = useSession();
  const cookieTrouble = useCookieTrouble();
  return (
    <SignInLayout title="Sign in">
      <div className="o-stack">
        <Banner tone="success">{noticeOf(state)}</Banner>
        <Banner tone="error">{cookieTrouble}</Banner>
        <Banner tone="notice">
          {!cookieTrouble && expired && "Your session has ended. Please sign in again."}
        </Banner>
        <LoginForm />
      </div>
    </SignInLayout>
  );
}

function LoginForm() {
  const form = useForm({ initial: { email: knownAddress(), password: "" }, labels: {}, check: loginCheck });
  const [login] = useAdminLoginMutation();
  const humanCheck = useHumanCheck();
  const dispatch = useAppDispatch();

  const send = async ({ email, password }: { email: string; password: string }) => {
    const verifyCaptcha = await humanCheck("admin_login");
    const { data, error } = await login({ email, password, verifyCaptcha });
    if (data) dispatch(startSession(data));
    else form.refuse({ fields: { email: fieldErrorsOf(error).email ?? messageOf(error) } });
  };

  return (
    <form noValidate className="o-stack" onSubmit={form.submit(send)}>
      <ErrorSummary {...form.summary} />
      <TextField
        {...addressField(form.field("email"))}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.email}
        required
      />
      <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" required />
      <Button type="submit" wide busy={form.busy} busyLabel="Signing in...">
        Sign in
      </Button>
      <Link to={forgotPasswordPath} className="o-sign-in-link">
        Forgot password?
      </Link>
    </form>
  );
}
