import { limits } from "@ornament/contracts/domain/limits";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session-actions.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useForm } from "../forms/use-form.ts";
import { forgotPasswordPath } from "../page/paths.ts";
import { Door } from "./door.tsx";
import { noticeOf } from "./door-notice.ts";
import { loginCheck } from "./login-check.ts";
import { useAdminLoginMutation } from "./sign-in-api.ts";

export function LoginPage() {
  const { state } = useLocation();
  const { expired } = useSession();
  return (
    <Door title="Sign in">
      <div className="o-stack">
        <Banner tone="success">{noticeOf(state)}</Banner>
        <Banner tone="notice">{expired && "Your session has ended. Please sign in again."}</Banner>
        <LoginForm />
      </div>
    </Door>
  );
}

function LoginForm() {
  const form = useForm({ initial: { email: "", password: "" }, labels: {}, check: loginCheck });
  const [login] = useAdminLoginMutation();
  const [busy, setBusy] = useState(false);
  const humanCheck = useHumanCheck();
  const dispatch = useAppDispatch();

  const send = async ({ email, password }: { email: string; password: string }) => {
    setBusy(true);
    const verifyCaptcha = await humanCheck("admin_login");
    const { data, error } = await login({ email, password, verifyCaptcha });
    setBusy(false);
    if (data) dispatch(startSession(data));
    else form.refuse({ email: fieldErrorsOf(error).email ?? messageOf(error) });
  };

  return (
    <form noValidate className="o-stack" onSubmit={form.submit((values) => void (busy || send(values)))}>
      <ErrorSummary {...form.errorSummary} />
      <TextField
        {...form.field("email")}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.email}
        required
      />
      <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" required />
      <Button type="submit" wide busy={busy} busyLabel="Signing in...">
        Sign in
      </Button>
      <Link to={forgotPasswordPath} className="o-door-link">
        Forgot password?
      </Link>
    </form>
  );
}
