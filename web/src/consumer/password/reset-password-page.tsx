import { useState } from "react";
import { Link, type Location, Navigate, useLocation, useNavigate } from "react-router";
import { isApiError, messageOf } from "../../app/api-error.ts";
import { NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { newPasswordErrors } from "../forms/new-password-errors.ts";
import { refusalAt } from "../forms/refusal-at.ts";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { CookieNotice } from "../session/cookie-notice.tsx";
import { useResetConsumerPasswordMutation } from "./password-api.ts";
import type { PasswordChanged } from "./reset-password-message-page.tsx";

const labels = { password: "New password", confirmation: "Confirm password" };

/** The history state from the verify-code screen: whose password is reset. The proof that the code was right is in a cookie. */
export interface ResetAccount {
  consumerId: number;
  email: string;
}

const accountOf = ({ state }: Location): ResetAccount | undefined => {
  const { consumerId, email } = (state ?? {}) as Partial<Record<keyof ResetAccount, unknown>>;
  return typeof consumerId === "number" && typeof email === "string" ? { consumerId, email } : undefined;
};

export function ResetPasswordPage() {
  const account = accountOf(useLocation());
  return account ? <ResetPassword account={account} /> : <Navigate to="/forgot-password" replace />;
}

function ResetPassword({ account }: { account: ResetAccount }) {
  const navigate = useNavigate();
  const [reset] = useResetConsumerPasswordMutation();
  const [startOver, setStartOver] = useState(false);
  const form = useForm({
    initial: { password: "", confirmation: "" },
    labels,
    check: newPasswordErrors,
  });

  const refuse = (error: unknown) => {
    const invalidProof = isApiError(error) && error.code === "reset_proof_invalid";
    setStartOver(invalidProof);
    form.refuse(invalidProof ? { message: messageOf(error) } : refusalAt(error, ["password"], "password"));
  };
  const submit = form.submit(async ({ password }) => {
    const { error } = await reset({ id: account.consumerId, password });
    if (error) return refuse(error);
    const state: PasswordChanged = { passwordChanged: true };
    await navigate("/reset-password-message", { replace: true, state });
  });

  return (
    <ConsumerCard
      title="Choose a new password"
      footer={<SignedOutFooter to="/login" label="Back to sign in" />}
    >
      <form noValidate onSubmit={submit}>
        <CookieNotice />
        <ErrorSummary {...form.summary} />
        <NewPasswordFields form={form} labels={labels} username={account.email} required />
        <Banner tone="error">
          {form.failure && (
            <>
              {form.failure} {startOver && <Link to="/forgot-password">Ask for a new code</Link>}
            </>
          )}
        </Banner>
        <MainAction busy={form.busy} busyLabel="Saving…">
          Save password
        </MainAction>
      </form>
    </ConsumerCard>
  );
}
