import { readConsumerToken } from "@ornament/contracts/mails/links";
import { inPlainWords } from "@ornament/contracts/values/password";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { GoldenKey } from "../../artwork/small-pictures.tsx";
import { NewPasswordFields, newPasswordErrors } from "../../forms/new-password.tsx";
import { useForm } from "../../forms/use-form.ts";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { stateOf } from "../history-state.ts";
import { ConsumerCard, MainLink, SignedOutFooter } from "../layout/card.tsx";
import { notePasswordChange } from "../layout/password-steps.tsx";
import { useResetConsumerPasswordMutation } from "./password-api.ts";

/** The codes for a proof or a link that no longer works. */
const startOverAt = ["reset_proof_invalid", "reset_link_invalid"];

const toSignIn = { to: "/login", label: "Back to sign in" } as const;

const labels = { password: "New password", confirmation: "Confirm password" };

/**
 * The history state from the verify-code screen: the account whose password is reset. A cookie proves that
 * the code was right.
 */
export interface ResetAccount {
  consumerId: number;
  email: string;
}

/**
 * The account whose password is reset, and the token of the mailed link if it was opened. The link has no
 * email.
 */
type Account = Omit<ResetAccount, "email"> & { email?: string; token?: string };

const accountOfLink = (token: string): Account | undefined => {
  const consumerId = readConsumerToken(token)?.consumerId;
  return consumerId === undefined ? undefined : { consumerId, token };
};

/** The page after the right code, and the page of the link in the mail: `?token=`. */
export function ResetPasswordPage() {
  const location = useLocation();
  const [params] = useSearchParams();
  const account = accountOfLink(params.get("token") ?? "") ?? stateOf<ResetAccount>(location, "consumerId");
  return account ? <ResetPassword account={account} /> : <Navigate to="/forgot-password" replace />;
}

function ResetPassword({ account }: { account: Account }) {
  const navigate = useNavigate();
  const [reset] = useResetConsumerPasswordMutation();
  const [startOver, setStartOver] = useState<string>();
  const form = useForm({
    initial: { password: "", confirmation: "" },
    labels,
    check: (passwords) => newPasswordErrors(passwords, inPlainWords),
  });

  const refuse = (error: unknown) => {
    if (isApiError(error) && startOverAt.includes(error.code)) setStartOver(messageOf(error));
    else form.refuse(refusalAt(error, ["password"], "password"));
  };
  const { consumerId: id, token } = account;
  // A used link says so before anybody types a password. Other failures are told when the password is sent.
  useEffect(() => {
    if (token === undefined) return;
    void reset({ id, token }).then(({ error }) => {
      if (isApiError(error) && startOverAt.includes(error.code)) setStartOver(messageOf(error));
    });
  }, [id, token, reset]);
  const submit = form.submit(async ({ password }) => {
    const { error } = await reset({ id, password, token });
    if (error) return refuse(error);
    notePasswordChange();
    const state: PasswordChanged = { passwordChanged: true };
    await navigate("/reset-password-message", { replace: true, state });
  });

  if (startOver !== undefined)
    return (
      <ConsumerCard
        title="Please start again"
        picture={<GoldenKey />}
        footer={<SignedOutFooter {...toSignIn} />}
      >
        <p role="alert">{startOver}</p>
        <MainLink to="/forgot-password">Ask for a new code</MainLink>
      </ConsumerCard>
    );
  return (
    <FormCard
      title="Choose a new password"
      picture={<GoldenKey />}
      link={toSignIn}
      form={form}
      onSubmit={submit}
      action={{ children: "Save password", busyLabel: "Saving…" }}
    >
      <NewPasswordFields form={form} labels={labels} username={account.email} required />
    </FormCard>
  );
}

/** The history state from the reset-password screen. */
interface PasswordChanged {
  passwordChanged: true;
}

export function ResetPasswordMessagePage() {
  const changed = stateOf<PasswordChanged>(useLocation(), "passwordChanged");
  if (!changed) return <Navigate to="/forgot-password" replace />;
  return (
    <ConsumerCard title="Your password was changed" picture={<GoldenKey />} footer={<SignedOutFooter />}>
      <p>You have been signed out everywhere. Please sign in with your new password.</p>
      <MainLink to="/login">Back to sign in</MainLink>
    </ConsumerCard>
  );
}
