import { useState } from "react";
import { useSearchParams } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Hourglass, Letter } from "../../artwork/small-pictures.tsx";
import { EmailForm } from "../forms/email-form.tsx";
import { afterExpiredLink, pendingEmail, useGoToCheckEmail, useResendLink } from "./pending-registration.ts";

const words = {
  expired: {
    title: "Your Link has Expired",
    text: "A link is valid for 24 hours. Enter your email. If it still needs to be confirmed, we’ll send you a new link.",
    picture: <Hourglass />,
  },
  incorrect: {
    title: "Incorrect activation link",
    text: "This link is incomplete. Open the full link from the email, or ask us for a new one.",
    picture: <Letter />,
  },
} as const;

/**
 * The confirmation link is incorrect (`statusUser` is in the query) or has expired. A new link can be sent.
 */
export function ExpiredLinkPage() {
  const [params] = useSearchParams();
  const { title, text, picture } = words[params.has("statusUser") ? "incorrect" : "expired"];
  const [known] = useState(() => pendingEmail(sessionStore));
  const resend = useResendLink();
  const goToCheckEmail = useGoToCheckEmail(afterExpiredLink);
  return (
    <EmailForm
      title={title}
      picture={picture}
      step="Email"
      link={{ to: "/login", label: "Sign in" }}
      lead={text}
      known={known}
      autoComplete="email"
      action="Send a new link"
      send={resend}
      onSent={goToCheckEmail}
    />
  );
}
