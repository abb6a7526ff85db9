import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { storeMailSentAt } from "../forms/cooldown.ts";
import { EmailForm } from "../forms/email-form.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { CookieNotice } from "../session/cookie-notice.tsx";
import { useSendCode } from "./use-send-code.ts";

/** The first step to a new password: asks for the address that a code is sent to. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  return (
    <ConsumerCard
      title="Forgot your password?"
      footer={<SignedOutFooter to="/login" label="Back to sign in" />}
    >
      <EmailForm
        lead="Enter your email and we’ll send you a code to set a new password."
        notice={<CookieNotice />}
        autoComplete="username"
        action="Send code"
        send={sendCode}
        onSent={async (email) => {
          storeMailSentAt(sessionStore, "code", Date.now());
          await navigate(`/verify-code?email=${encodeURIComponent(email)}`);
        }}
      />
    </ConsumerCard>
  );
}
