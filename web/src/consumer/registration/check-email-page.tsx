import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useAppDispatch, useConsumer, useSession } from "../../app/app-hooks.ts";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { checkSession, startSession } from "../../app/session/session-actions.ts";
import { useRepeat } from "../../app/use-repeat.ts";
import { Letter } from "../../artwork/small-pictures.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmailAddress } from "../contact/contact.tsx";
import { SendAgain } from "../forms/send-again.tsx";
import { stateOf } from "../history-state.ts";
import { ConsumerCard, SignedOutFooter } from "../layout/card.tsx";
import { SessionPending, startPageOf } from "../layout/session-screens.tsx";
import { useCookieSessionMutation, useRegistrationStatusMutation } from "./account-api.ts";
import { AddressForm, ChangeAddress } from "./change-address.tsx";
import {
  type AfterExpiredLink,
  type ConfirmedEmail,
  confirmedPath,
  forgetPendingEmail,
  pendingEmail,
  type SentRegistration,
  useResendLink,
} from "./pending-registration.ts";
import { OpenWebmail } from "./webmail.tsx";

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
  const registeredElsewhere = stateOf<AfterExpiredLink>(useLocation(), "afterExpiredLink") !== undefined;
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

/** The first and the longest pause between two questions, in milliseconds. */
const pauseMs = { first: 1000, longest: 15_000 } as const;

/**
 * Finds out whether the email was confirmed on another device, and signs in here. A failure is not shown; the
 * question is repeated later. Another tab that signs in tells this one.
 */
function useConfirmedElsewhere(email: string): void {
  const dispatch = useAppDispatch();
  const [askStatus] = useRegistrationStatusMutation();
  const [askCookie] = useCookieSessionMutation();
  /** The confirmed address. The server says so once; after that the session cookie is enough. */
  const confirmed = useRef<string>(undefined);

  const check = async () => {
    // Signed in by another tab, whose news this one has missed while it was asleep.
    if (localStore.get(consumerAudience.tokenKey) !== undefined) return dispatch(checkSession());
    if (confirmed.current !== email) {
      if ((await askStatus({ email })).data?.confirmed !== true) return;
      confirmed.current = email;
    }
    const { data } = await askCookie();
    if (data) dispatch(startSession(data));
  };
  useRepeat(check, true, pauseMs.first, pauseMs.longest);
}
