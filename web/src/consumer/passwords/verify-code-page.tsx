import { emailProblem, normaliseEmail, requiredMessage } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { type FormEvent, useEffect, useRef } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { keepAddressOfTab } from "../../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Letter } from "../../artwork/small-pictures.tsx";
import { useForm } from "../../forms/use-form.ts";
import { CodeField } from "../../ui/code-field/code-field.tsx";
import { EmailAddress } from "../contact/contact.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { SendAgain } from "../forms/send-again.tsx";
import { useSendCode, useVerifyResetCodeMutation } from "./password-api.ts";
import type { ResetAccount } from "./reset-password-page.tsx";

const codeLength = limits.resetCodeDigits;

const codeProblem = (code: string): string | undefined => {
  if (code === "") return requiredMessage;
  return code.length < codeLength ? `The code has ${codeLength} digits.` : undefined;
};

/** Checks the code from the mail. The query parameter `email` says whose code it is. */
export function VerifyCodePage() {
  const [params] = useSearchParams();
  const email = normaliseEmail(params.get("email") ?? "");
  return emailProblem(email) ? <Navigate to="/forgot-password" replace /> : <VerifyCode email={email} />;
}

function VerifyCode({ email }: { email: string }) {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const [verify] = useVerifyResetCodeMutation();
  const form = useForm({
    initial: { code: "" },
    labels: { code: "Verification code" },
    check: ({ code }) => ({ code: codeProblem(code) }),
  });
  const { code } = form.values;
  const { error: codeError, ...codeField } = form.field("code");
  const focusCode = () => document.getElementById(codeField.id)?.focus();

  /** The typed code stays only if it may be right: the server couldn't say. */
  const refuse = (error: unknown) => {
    const refusal = refusalAt(error, ["code"], "code");
    if (refusal.fields.code !== undefined) form.reset();
    form.refuse(refusal);
    focusCode();
  };
  const send = form.submit(async () => {
    const { data, error } = await verify({ email, code });
    if (!data) return refuse(error);
    keepAddressOfTab(sessionStore, email);
    const state: ResetAccount = { consumerId: data.user.id, email };
    await navigate("/reset-password", { state });
  });

  /** A press right after a refusal doesn't replace its message: the cells are empty. */
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    if (code !== "" || codeError === undefined) return send(event);
    event.preventDefault();
    focusCode();
  };
  const latestSend = useRef(send);
  latestSend.current = send;
  useEffect(() => {
    if (code.length === codeLength) latestSend.current({ preventDefault: () => undefined });
  }, [code]);

  const sendAgain = (
    <SendAgain
      mail="code"
      label="Send again"
      sent="A new code is on its way. The old one no longer works."
      attempt={form.summary.attempt}
      send={async () => {
        await sendCode(email);
        form.reset();
      }}
    />
  );
  return (
    <FormCard
      title="Check your email"
      link={{ to: "/login", label: "Back to sign in" }}
      form={form}
      onSubmit={submit}
      picture={<Letter />}
      lead={
        <>
          If there is a confirmed account for <EmailAddress email={email} mark="," /> a{" "}
          <span className="o-keep-together">six-digit</span> code is on its way. It works for 10 minutes.
        </>
      }
      action={{ children: "Check code", busyLabel: "Checking…", more: sendAgain }}
    >
      <CodeField
        {...codeField}
        error={codeError}
        label="Verification code"
        length={codeLength}
        hint="We send at most three emails an hour. The link in each of them works for an hour."
        required
      />
    </FormCard>
  );
}
