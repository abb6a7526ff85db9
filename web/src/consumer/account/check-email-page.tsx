import { useState } from "react";
import { Navigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { EmailAddress } from "../contact/email-address.tsx";
import { SendAgain } from "../forms/send-again.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { pendingEmail } from "./pending-registration.ts";
import { useResendLink } from "./use-resend-link.ts";

/** Waits for the link to be opened; on the same phone or tablet it signs in (design §12). */
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
          Please use the <strong>same phone or tablet</strong> you are holding now, the one you will watch on.
        </p>
        <p className="o-soft">
          It can take a few minutes. If nothing comes, please look in the spam folder. The link is good for 24
          hours.
        </p>
        <SendAgain
          mail="activation"
          label="Send the email again"
          sent="The email is on its way again. Please open the newest one."
          send={() => resend(email)}
        />
      </div>
    </ConsumerCard>
  );
}
