import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { noteMailSent } from "../forms/cooldown.ts";
import { EmailForm } from "../forms/email-form.tsx";
import { EveningCard } from "../layout/consumer-card.tsx";
import { GuestFooter } from "../layout/signed-out-footer.tsx";
import { useSendCode } from "./use-send-code.ts";

/** The first step to a new password: an address to mail a code to. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  return (
    <EveningCard title="Forgot your password?" footer={<GuestFooter to="/login" label="Back to sign in" />}>
      <EmailForm
        lead="Tell us your email, and we send you a code to choose a new one."
        autoComplete="username"
        action="Send code"
        send={sendCode}
        onSent={async (email) => {
          noteMailSent(sessionStore, "code", Date.now());
          await navigate(`/verify-code?email=${encodeURIComponent(email)}`);
        }}
      />
    </EveningCard>
  );
}
