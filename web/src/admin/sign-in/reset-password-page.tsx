import { Link, useNavigate, useParams } from "react-router";
import { fieldErrorsOf, messageOf } from "../../app/api-error.ts";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { newPasswordCheck } from "../forms/rules.ts";
import { loginPath } from "../page/paths.ts";
import { useAdminResetPasswordMutation } from "./sign-in-api.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { signInNotice } from "./sign-in-notice.ts";

const labels = { password: "Password", confirmation: "Confirm Password" };

/** The page that the link in a mail opens: `/admin/reset-password/{id}/{token}`. */
export function ResetPasswordPage() {
  const { id = "", token = "" } = useParams();
  const form = useForm({
    initial: { password: "", confirmation: "" },
    labels,
    check: newPasswordCheck,
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
    <SignInLayout title="Reset password">
      <form noValidate className="o-stack" onSubmit={form.submit(send)}>
        <ErrorSummary {...form.summary} />
        <Banner tone="error">{form.failure}</Banner>
        <NewPasswordFields form={form} labels={labels} required />
        <Button type="submit" wide busy={form.busy} busyLabel="Saving...">
          Save Password
        </Button>
        <Link to={loginPath} className="o-sign-in-link">
          Back to login
        </Link>
      </form>
    </SignInLayout>
  );
}
