import { useNavigate } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { GoldenKey } from "../../artwork/small-pictures.tsx";
import { storeMailSentAt } from "../forms/cooldown.ts";
import { EmailForm } from "../forms/email-form.tsx";
import { useSendCode } from "./password-api.ts";

/** The first step to a new password: asks for the email address that a code is sent to. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  return (
    <EmailForm
      title="Forgot your password?"
      picture={<GoldenKey />}
      link={{ to: "/login", label: "Back to sign in" }}
      lead="Enter your email and we’ll send you a code to set a new password."
      autoComplete="username"
      action="Send code"
      send={sendCode}
      onSent={async (email) => {
        storeMailSentAt(sessionStore, "code", Date.now());
        await navigate(`/verify-code?email=${encodeURIComponent(email)}`);
      }}
    />
  );
}
