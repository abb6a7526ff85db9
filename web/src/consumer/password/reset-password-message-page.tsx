import { type Location, Navigate, useLocation } from "react-router";
import { GoldenKey } from "../../artwork/small-pictures.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";

/** The history state from the reset-password screen. */
export interface PasswordChanged {
  passwordChanged: true;
}

const isChanged = ({ state }: Location): boolean =>
  (state as Partial<PasswordChanged> | null)?.passwordChanged === true;

export function ResetPasswordMessagePage() {
  if (!isChanged(useLocation())) return <Navigate to="/forgot-password" replace />;
  return (
    <ConsumerCard title="Your password was changed" picture={<GoldenKey />} footer={<SignedOutFooter />}>
      <p>You have been signed out everywhere else. Please sign in with your new password.</p>
      <div className="o-main-action">
        <ButtonLink to="/login" tone="action" wide>
          Back to sign in
        </ButtonLink>
      </div>
    </ConsumerCard>
  );
}
