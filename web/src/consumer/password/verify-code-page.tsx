import { emailProblem, normaliseEmail, requiredMessage } from "@ornament/contracts/domain/email";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { keepAddressOfTab } from "../../app/browser-storage/address-of-tab.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { useForm } from "../../forms/use-form.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { EmailAddress } from "../contact/email-address.tsx";
import { FormCard } from "../forms/form-card.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { SendAgain } from "../forms/send-again.tsx";
import { useVerifyResetCodeMutation } from "./password-api.ts";
import type { ResetAccount } from "./reset-password-page.tsx";
import { useSendCode } from "./use-send-code.ts";

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
    check: ({ code }) => ({ code: code.trim() === "" ? requiredMessage : undefined }),
  });

  const submit = form.submit(async ({ code }) => {
    // A copied code often contains a space.
    const { data, error } = await verify({ email, code: code.replace(/\s/g, "") });
    if (!data) return form.refuse(refusalAt(error, ["code"], "code"));
    keepAddressOfTab(sessionStore, email);
    const state: ResetAccount = { consumerId: data.user.id, email };
    await navigate("/reset-password", { state });
  });

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
      lead={
        <>
          If there is a confirmed account for <EmailAddress email={email} mark="," /> a six-digit code is on
          its way. It is valid for 10 minutes. We send at most three an hour. The link in each of these emails
          works for an hour, even if its code no longer does.
        </>
      }
      action={{ children: "Check code", busyLabel: "Checking…", more: sendAgain }}
    >
      <TextField
        {...form.field("code")}
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
    </FormCard>
  );
}
