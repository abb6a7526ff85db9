import { useState } from "react";
import { useSearchParams } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { EmailForm } from "../forms/email-form.tsx";
import { ConsumerCard } from "../layout/consumer-card.tsx";
import { SignedOutFooter } from "../layout/signed-out-footer.tsx";
import { pendingEmail } from "./pending-registration.ts";
import { useGoToCheckEmail } from "./use-go-to-check-email.ts";
import { useResendLink } from "./use-resend-link.ts";

const words = {
  expired: {
    title: "Your Link has Expired",
    text: "A link is good for 24 hours, and only the newest one counts. Tell us your email and we send a fresh one.",
  },
  incorrect: {
    title: "Incorrect activation link",
    text: "This link is not complete. Please open the whole link from the newest email, or have a new one sent.",
  },
} as const;

/** With `statusUser` in the address the link was wrong, without it too old (spec §2). */
export function ExpiredLinkPage() {
  const [params] = useSearchParams();
  const { title, text } = words[params.has("statusUser") ? "incorrect" : "expired"];
  const [known] = useState(() => pendingEmail(sessionStore));
  const resend = useResendLink();
  const goToCheckEmail = useGoToCheckEmail();
  return (
    <ConsumerCard title={title} step="Email" footer={<SignedOutFooter to="/login" label="Sign In" />}>
      <EmailForm
        lead={text}
        known={known}
        autoComplete="email"
        action="Send a new link"
        send={resend}
        onSent={goToCheckEmail}
      />
    </ConsumerCard>
  );
}
