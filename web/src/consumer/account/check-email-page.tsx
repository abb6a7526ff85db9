import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useConsumer, useSession } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Letter } from "../../artwork/small-pictures.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmailAddress } from "../contact/email-address.tsx";
import { SendAgain } from "../forms/send-again.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { SessionPending } from "../session/session-pending.tsx";
import { startPageOf } from "../session/start-page.ts";
import { AddressForm, ChangeAddress } from "./change-address.tsx";
import { type ConfirmedEmail, confirmedPath } from "./confirmed-email.ts";
import { OpenWebmail } from "./open-webmail.tsx";
import { forgetPendingEmail, pendingEmail, type SentRegistration } from "./pending-registration.ts";
import { useConfirmedElsewhere } from "./use-confirmed-elsewhere.ts";
import { cameFromExpiredLink } from "./use-go-to-check-email.ts";
import { useResendLink } from "./use-resend-link.ts";

/**
 * Asks the consumer to open the confirmation link. In this browser the link also signs in. If it is confirmed
 * elsewhere, this screen signs in and moves on.
 */
export function CheckEmailPage() {
  const [email, setEmail] = useState(() => pendingEmail(sessionStore));
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
  if (email === undefined) return <Navigate to="/" replace />;
  return <CheckEmail email={email} onChanged={setEmail} />;
}

function CheckEmail({ email, onChanged }: { email: string; onChanged: (email: string) => void }) {
  const resend = useResendLink();
  const registeredElsewhere = cameFromExpiredLink(useLocation());
  const [changing, setChanging] = useState<SentRegistration>();
  const [changed, setChanged] = useState(false);
  useConfirmedElsewhere(email);
  return (
    <ConsumerCard
      title="Check your email"
      step="Email"
      picture={<Letter />}
      footer={<SignedOutFooter to="/login" label="Already confirmed? Sign in" />}
    >
      <div className="vstack gap-4">
        <p className="o-lead">
          Click the link in the email we sent to <EmailAddress email={email} mark="." />{" "}
          {registeredElsewhere ? (
            "Then sign in on the phone or tablet that you’ll watch on."
          ) : (
            <>
              Use the <strong>same phone or tablet</strong> that you’ll watch on.
            </>
          )}
        </p>
        <Banner tone="success">{changed && "We sent the link to your new address."}</Banner>
        {changing && (
          <AddressForm
            email={email}
            registration={changing}
            onChanged={(address) => {
              setChanged(true);
              onChanged(address);
            }}
            onClose={() => setChanging(undefined)}
          />
        )}
        <div className="vstack gap-2" hidden={changing !== undefined}>
          <OpenWebmail email={email} />
          <SendAgain
            key={email}
            mail="activation"
            label="Send the email again"
            sent="If your email still needs to be confirmed, a new link is on its way. We send at most three emails an hour."
            send={() => resend(email)}
          />
          <ChangeAddress
            onOpen={(registration) => {
              setChanged(false);
              setChanging(registration);
            }}
          />
        </div>
        <p className="o-hint text-center">
          No email after a few minutes? Check your spam folder. The link works for 24 hours
          {registeredElsewhere ? "." : ", and this screen moves on by itself."}
        </p>
      </div>
    </ConsumerCard>
  );
}
