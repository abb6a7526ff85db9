import { ButtonLink } from "../../ui/button-link.tsx";
import { EveningCard } from "../evening-card.tsx";
import { GuestFooter } from "../guest-footer.tsx";

export function ResetPasswordMessagePage() {
  return (
    <EveningCard title="Your password was changed" footer={<GuestFooter />}>
      <p>You have been signed out everywhere else. Please sign in with your new password.</p>
      <div className="o-thumb">
        <ButtonLink to="/login" tone="action" wide>
          Back to sign in
        </ButtonLink>
      </div>
    </EveningCard>
  );
}
