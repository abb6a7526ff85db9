import { emailProblem } from "@ornament/contracts/values/email";
import { useNavigate } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { knownAddress } from "../../forms/address-field.ts";
import { useForm } from "../../forms/use-form.ts";
import { loginPath } from "../page/paths.ts";
import { useAdminForgotPasswordMutation } from "./sign-in-api.ts";
import { OwnEmailField, SignInForm, signInNotice } from "./sign-in-form.tsx";

export function ForgotPasswordPage() {
  const form = useForm({
    initial: { email: knownAddress() },
    labels: {},
    check: ({ email }) => ({ email: emailProblem(email) }),
  });
  const [askForLink] = useAdminForgotPasswordMutation();
  const navigate = useNavigate();

  const send = async ({ email }: { email: string }) => {
    const { data, error } = await askForLink({ email: email.trim().toLowerCase() });
    if (data) await navigate(loginPath, { state: signInNotice(data.message) });
    else form.refuse({ fields: { email: fieldErrorsOf(error).email ?? messageOf(error) } });
  };

  return (
    <SignInForm
      title="Forgot password"
      form={form}
      onSubmit={form.submit(send)}
      action="Send Email"
      busyLabel="Sending..."
      link={{ to: loginPath, label: "Back to login" }}
    >
      <p className="text-body-secondary">
        Enter the email of your account. We will send you a link to set a new password.
      </p>
      <OwnEmailField field={form.field("email")} />
    </SignInForm>
  );
}
