import { useNavigate, useParams } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { NewPasswordFields, newPasswordErrors } from "../../forms/new-password.tsx";
import { useForm } from "../../forms/use-form.ts";
import { loginPath } from "../page/paths.ts";
import { useAdminResetPasswordMutation } from "./sign-in-api.ts";
import { SignInForm, signInNotice } from "./sign-in-form.tsx";

const labels = { password: "Password", confirmation: "Confirm Password" };

/** The page that the link in a mail opens: `/admin/reset-password/{id}/{token}`. */
export function ResetPasswordPage() {
  const { id = "", token = "" } = useParams();
  const form = useForm({
    initial: { password: "", confirmation: "" },
    labels,
    check: newPasswordErrors,
  });
  const [resetPassword] = useAdminResetPasswordMutation();
  const navigate = useNavigate();

  const send = async ({ password }: { password: string }) => {
    const { data, error } = await resetPassword({ id, token, password });
    if (data) return navigate(loginPath, { state: signInNotice(data.message) });
    const { password: message } = fieldErrorsOf(error);
    form.refuse(message ? { fields: { password: message } } : { message: messageOf(error) });
  };

  return (
    <SignInForm
      title="Reset password"
      form={form}
      onSubmit={form.submit(send)}
      action="Save Password"
      busyLabel="Saving..."
      link={{ to: loginPath, label: "Back to login" }}
    >
      <NewPasswordFields form={form} labels={labels} required />
    </SignInForm>
  );
}
