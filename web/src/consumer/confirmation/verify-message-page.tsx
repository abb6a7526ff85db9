import { Navigate, useLocation, useSearchParams } from "react-router";
import { useAppDispatch, useConsumer, useSession } from "../../app/app-hooks.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { Letter } from "../../artwork/small-pictures.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { EmailAddress } from "../contact/contact.tsx";
import { stateOf } from "../history-state.ts";
import { ConsumerCard, MainButton, MainLink, SignedOutFooter } from "../layout/card.tsx";
import { type ConfirmedEmail, confirmedPath } from "../registration/pending-registration.ts";
import { WelcomeBack } from "../watching/welcome-back.tsx";
import { useActivation } from "./use-activation.ts";

/**
 * The page of the confirmation link. In another browser than the one that registered, it confirms with a press,
 * so that a mail scanner that opens the link and runs its scripts confirms nothing.
 */
export function VerifyMessagePage() {
  const [params] = useSearchParams();
  const token = params.get("token");
  const confirmed = stateOf<ConfirmedEmail>(useLocation(), "confirmedEmail");
  if (token) return <Confirming token={token} />;
  return confirmed ? <EmailVerified {...confirmed} /> : <Navigate to="/" replace />;
}

function Confirming({ token }: { token: string }) {
  const { activation, confirm } = useActivation(token);
  switch (activation.kind) {
    case "confirmed": {
      const state: ConfirmedEmail = { confirmedEmail: activation.email };
      return <Navigate to={confirmedPath} replace state={state} />;
    }
    case "expired":
      return <Navigate to="/expired-activation-link" replace />;
    case "incorrect":
      return <Navigate to="/expired-activation-link?statusUser=incorrect" replace />;
    case "used":
      return <LinkUsed />;
    case "failed":
      return (
        <ConsumerCard title="Your email is not verified yet" step="Email" footer={<SignedOutFooter />}>
          <div className="vstack gap-4">
            <Banner tone="error">{activation.message}</Banner>
            <MainButton onClick={confirm}>Try again</MainButton>
          </div>
        </ConsumerCard>
      );
    case "asked":
      return (
        <ConsumerCard
          title="Confirm your email"
          step="Email"
          picture={<Letter />}
          footer={<SignedOutFooter />}
        >
          <p>
            One press confirms your account with <EmailAddress email={activation.email} mark="." />
          </p>
          <p className="text-body-secondary">If you did not create an account, close this page.</p>
          <MainButton onClick={confirm}>Confirm my email</MainButton>
        </ConsumerCard>
      );
    case "working":
      return (
        <ConsumerCard title="Verifying your email" step="Email">
          <Loader label="One moment" />
        </ConsumerCard>
      );
  }
}

function EmailVerified({ confirmedEmail: email, elsewhere }: ConfirmedEmail) {
  const user = useConsumer();
  const { left } = useSession();
  const dispatch = useAppDispatch();
  const picture = <GlassOrnament glowing />;
  // Signed out here: this screen has nothing more to say.
  if (left) return <Navigate to="/login" replace />;
  if (user?.email === email && user.pins.count > 0) return <WelcomeBack user={user} />;
  if (user?.email === email)
    return (
      <SignedInCard title="Your email is verified" step="Ornament" picture={picture}>
        {elsewhere && <p>You opened the link somewhere else, and you are signed in here.</p>}
        <p>Please have your ornament ready. All we need now is its PIN.</p>
        <EnterPin />
      </SignedInCard>
    );
  return (
    <ConsumerCard
      title="Your email is verified"
      step="Ornament"
      picture={picture}
      footer={<SignedOutFooter />}
    >
      <p>You can go back to the screen where you registered. It moves on by itself.</p>
      <p>
        To watch on this device, sign in here as <EmailAddress email={email} mark="." />
      </p>
      {user ? (
        <>
          <p className="text-body-secondary">Another account is signed in on this device.</p>
          <MainButton onClick={() => void dispatch(signOut())}>Sign out to switch accounts</MainButton>
        </>
      ) : (
        <MainLink to="/login">Sign in</MainLink>
      )}
    </ConsumerCard>
  );
}

function LinkUsed() {
  const user = useConsumer();
  const { left } = useSession();
  if (left) return <Navigate to="/login" replace />;
  if (user && user.pins.count > 0) return <WelcomeBack user={user} />;
  if (user)
    return (
      <SignedInCard title="This link was already used" step="Ornament" picture={<Letter />}>
        <p>You are signed in. All we need now is your ornament’s PIN.</p>
        <EnterPin />
      </SignedInCard>
    );
  return (
    <ConsumerCard
      title="This link was already used"
      step="Ornament"
      picture={<Letter />}
      footer={<SignedOutFooter />}
    >
      <p>Your email is already verified. Please sign in to continue.</p>
      <MainLink to="/login">Sign in</MainLink>
    </ConsumerCard>
  );
}

const EnterPin = () => <MainLink to="/user/activate-pin">Enter my ornament’s PIN</MainLink>;
