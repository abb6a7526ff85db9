import { useEffect, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useConsumer, useSession } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { EmailAddress } from "../contact/email-address.tsx";
import { SendAgain } from "../forms/send-again.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { SessionPending } from "../session/session-pending.tsx";
import { startPageOf } from "../session/start-page.ts";
import { type ConfirmedEmail, confirmedPath } from "./confirmed-email.ts";
import { forgetPendingEmail, pendingEmail } from "./pending-registration.ts";
import { useConfirmedElsewhere } from "./use-confirmed-elsewhere.ts";
import { cameFromExpiredLink } from "./use-go-to-check-email.ts";
import { useResendLink } from "./use-resend-link.ts";

/**
 * Asks the consumer to open the confirmation link. In this browser the link also signs in. If it is opened
 * elsewhere, this screen signs in and moves on.
 */
export function CheckEmailPage() {
  const [email] = useState(() => pendingEmail(sessionStore));
  const { status } = useSession();
  const user = useConsumer();
  const isConfirmed = user !== undefined && user.email === email;
  useEffect(() => {
    if (isConfirmed) forgetPendingEmail(sessionStore);
  }, [isConfirmed]);

  if (status === "unknown") return <SessionPending />;
  if (user && isConfirmed) {
    const state: ConfirmedEmail = { confirmedEmail: user.email, elsewhere: true };
    return <Navigate to={confirmedPath} replace state={state} />;
  }
  if (user) return <Navigate to={startPageOf(user)} replace />;
  return email === undefined ? <Navigate to="/" replace /> : <CheckEmail email={email} />;
}

function CheckEmail({ email }: { email: string }) {
  const resend = useResendLink();
  const registeredElsewhere = cameFromExpiredLink(useLocation());
  useConfirmedElsewhere(email);
  return (
    <ConsumerCard
      title="Check your email"
      step="Email"
      footer={<SignedOutFooter to="/registration" label="Use another email" />}
    >
      <div className="o-stack">
        <p>
          Click the link in the verification email we sent to <EmailAddress email={email} mark="." />
        </p>
        <p>
          {registeredElsewhere ? (
            "Then sign in on the phone or tablet that you will watch on."
          ) : (
            <>
              It is easiest on the <strong>same phone or tablet</strong> that you will watch on. If you open
              it elsewhere, this screen moves on by itself.
            </>
          )}
        </p>
        <p className="o-soft">
          The email can take a few minutes. If it doesn’t arrive, check your spam folder. The link is valid
          for 24 hours.
        </p>
        <SendAgain
          mail="activation"
          label="Send the email again"
          sent="If your email still needs to be confirmed, a new link is on its way. We send at most three an hour."
          send={() => resend(email)}
        />
        <p className="o-centred">
          Already confirmed? <Link to="/login">Sign in</Link>
        </p>
      </div>
    </ConsumerCard>
  );
}
