import { Navigate, useLocation, useSearchParams } from "react-router";
import { useAppDispatch, useConsumer, useSession } from "../../app/app-hooks.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { Letter } from "../../artwork/small-pictures.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { type ConfirmedEmail, confirmedEmailOf, confirmedPath } from "../account/confirmed-email.ts";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { useAccountOnReturn } from "../account/use-account-on-return.ts";
import { EmailAddress } from "../contact/email-address.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { useActivation } from "./use-activation.ts";
import { WelcomeBack } from "./welcome-back.tsx";

/**
 * The page of the confirmation link. In another browser than the one that registered, it confirms with a press,
 * so that a mail scanner that opens the link and runs its scripts confirms nothing.
 */
export function VerifyMessagePage() {
  const [params] = useSearchParams();
  const token = params.get("token");
  const confirmed = confirmedEmailOf(useLocation());
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
            <MainButton label="Try again" onPress={confirm} />
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
          <MainButton label="Confirm my email" onPress={confirm} />
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
  useAccountOnReturn();
  const picture = <GlassOrnament glowing />;
  // Signed out here: this screen has nothing more to say.
  if (left) return <Navigate to="/login" replace />;
  if (user?.email === email && user.pins.count > 0) return <WelcomeBack user={user} />;
  if (user?.email === email)
    return (
      <SignedInCard title="Your email is verified" step="Email" picture={picture}>
        {elsewhere && <p>You opened the link somewhere else, and you are signed in here.</p>}
        <p>Please have your ornament ready. All we need now is its PIN.</p>
        <EnterPin />
      </SignedInCard>
    );
  return (
    <ConsumerCard title="Your email is verified" step="Email" picture={picture} footer={<SignedOutFooter />}>
      <p>You can go back to the screen where you registered. It moves on by itself.</p>
      <p>
        To watch on this device, sign in here as <EmailAddress email={email} mark="." />
      </p>
      <div className="o-main-action">
        {user ? (
          // Another account is signed in.
          <SignInAsAnother onPress={() => void dispatch(signOut())} />
        ) : (
          <ButtonLink to="/login" tone="action" wide>
            Sign In
          </ButtonLink>
        )}
      </div>
    </ConsumerCard>
  );
}

function SignInAsAnother({ onPress }: { onPress: () => void }) {
  return (
    <>
      <p className="text-body-secondary">Another account is signed in on this device.</p>
      <Button tone="action" wide onClick={onPress}>
        Sign out to switch accounts
      </Button>
    </>
  );
}

function LinkUsed() {
  const user = useConsumer();
  const { left } = useSession();
  useAccountOnReturn();
  if (left) return <Navigate to="/login" replace />;
  if (user && user.pins.count > 0) return <WelcomeBack user={user} />;
  if (user)
    return (
      <SignedInCard title="This link was already used" step="Email" picture={<Letter />}>
        <p>You are signed in. All we need now is your ornament’s PIN.</p>
        <EnterPin />
      </SignedInCard>
    );
  return (
    <ConsumerCard
      title="This link was already used"
      step="Email"
      picture={<Letter />}
      footer={<SignedOutFooter />}
    >
      <p>Your email is already verified. Please sign in to continue.</p>
      <div className="o-main-action">
        <ButtonLink to="/login" tone="action" wide>
          Sign In
        </ButtonLink>
      </div>
    </ConsumerCard>
  );
}

const MainButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <div className="o-main-action">
    <Button tone="action" wide onClick={onPress}>
      {label}
    </Button>
  </div>
);

const EnterPin = () => (
  <div className="o-main-action">
    <ButtonLink to="/user/activate-pin" tone="action" wide>
      Enter my ornament’s PIN
    </ButtonLink>
  </div>
);
