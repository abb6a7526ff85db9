import { useState } from "react";
import { Navigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { EmailAddress } from "../contact/email-address.tsx";
import { SendAgain } from "../forms/send-again.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { pendingEmail } from "./pending-registration.ts";
import { useResendLink } from "./use-resend-link.ts";

/** Asks the consumer to open the link in the email. Opened in this browser, the link also signs in. */
export function CheckEmailPage() {
  const [email] = useState(() => pendingEmail(sessionStore));
  const resend = useResendLink();
  if (email === undefined) return <Navigate to="/" replace />;
  return (
    <ConsumerCard
      title="Check your email"
      step="Email"
      footer={<SignedOutFooter to="/verify-age" label="Use another email" />}
    >
      <div className="o-stack">
        <p>
          Click the link in the verification email we sent to <EmailAddress email={email} mark="." />
        </p>
        <p>
          Please open it on the <strong>same phone or tablet</strong> that you will watch on.
        </p>
        <p className="o-soft">
          The email can take a few minutes. If it doesn’t arrive, check your spam folder. The link is valid
          for 24 hours.
        </p>
        <SendAgain
          mail="activation"
          label="Send the email again"
          sent="We sent the email again. Please use the link in the newest email."
          send={() => resend(email)}
        />
      </div>
    </ConsumerCard>
  );
}
