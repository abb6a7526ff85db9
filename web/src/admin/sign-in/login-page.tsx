import { useLocation } from "react-router";
import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { useCookieTrouble } from "../../app/guards/cookie-trouble.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { startSession } from "../../app/session/session-actions.ts";
import { knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { PasswordField } from "../../ui/form-fields/password-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { forgotPasswordPath } from "../page/paths.ts";
import { useAdminLoginMutation } from "./sign-in-api.ts";
import { noticeOf, OwnEmailField, SignInForm } from "./sign-in-form.tsx";

export function LoginPage() {
  const { state } = useLocation();
  const { expired, elsewhere, notDone } = useSession();
  const cookieTrouble = useCookieTrouble();
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
    <SignInForm
      title="Sign in"
      form={form}
      onSubmit={form.submit(send)}
      action="Sign in"
      busyLabel="Signing in..."
      link={{ to: forgotPasswordPath, label: "Forgot password?" }}
    >
      <Banner tone="success">{noticeOf(state)}</Banner>
      <Banner tone="error">{cookieTrouble}</Banner>
      <Banner tone="notice">
        {(!cookieTrouble && expired && endedText(notDone)) ||
          (elsewhere && "You signed out in another tab of this browser.")}
      </Banner>
      <OwnEmailField field={form.field("email")} />
      <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" required />
    </SignInForm>
  );
}

const endedText = (notDone: readonly string[]) =>
  `Your session has ended. Please sign in again.${notDone.length > 0 ? ` Not done: ${notDone.join(", ")}.` : ""}`;

const blankFieldsMessage = "Fields must not be left blank";

/** The message for blank fields, at the first blank field. */
export function loginCheck({ email, password }: { email: string; password: string }) {
  if (email.trim() === "") return { email: blankFieldsMessage };
  return password === "" ? { password: blankFieldsMessage } : {};
}
