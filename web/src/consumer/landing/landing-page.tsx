import { Link, Navigate, useLocation } from "react-router";
import { useConsumer, useSession } from "../../app/app-hooks.ts";
import { useBrand } from "../../app/brand.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { Snowfall } from "../../artwork/snowfall.tsx";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { type DialogHash, DialogLink } from "../dialogs/dialog-link.tsx";
import { problemOf } from "../dialogs/problem-hashes.ts";
import { SessionPending, startPageOf } from "../layout/session-screens.tsx";

const footLinks: readonly { to: DialogHash; label: string }[] = [
  { to: "#faq", label: "FAQ" },
  { to: "#support", label: "Support" },
  { to: "#privacy", label: "Privacy" },
  { to: "#terms", label: "Terms" },
];

/**
 * The landing page. A signed-in consumer is redirected to their start page, after closing a problem dialog if
 * one is open.
 */
export function LandingPage() {
  const { status } = useSession();
  const user = useConsumer();
  const { hash } = useLocation();
  const { name } = useBrand();
  if (!problemOf(hash)) {
    // A visitor with a stored token is probably signed in: the landing page would only flash.
    if (status === "unknown" || status === "signed-in")
      return (
        <>
          <SessionPending />
          {status === "signed-in" && <Navigate to={{ pathname: startPageOf(user), hash }} replace />}
        </>
      );
  }
  return (
    <>
      <title>{`${name} – video messages from Santa`}</title>
      <Snowfall />
      <div className="o-landing">
        <header className="o-landing-top">
          <Wordmark />
          <Link to={"#how-it-works" satisfies DialogHash} className="o-landing-play">
            <Icon name="play" /> How it works
          </Link>
        </header>
        <main id="content" tabIndex={-1} className="o-landing-hero">
          <div className="o-landing-picture">
            <GlassOrnament glowing />
          </div>
          <div className="o-landing-words">
            <h1>Santa has a message for your child</h1>
            <p>
              Hang the ornament, enter its PIN, and watch new videos together every day from December 1st.
            </p>
            <div className="o-landing-actions">
              <ButtonLink to="/verify-age" tone="action">
                Create an Account
              </ButtonLink>
              <ButtonLink to="/login" tone="quiet">
                Sign In with email
              </ButtonLink>
            </div>
            <div className="o-landing-note">
              <Icon name="info" />
              <span>
                Please don’t use private or incognito mode. It forgets your ornament when you close the
                window.
              </span>
            </div>
          </div>
        </main>
        <footer className="o-landing-foot">
          <nav aria-label="Help and legal">
            <ul>
              {footLinks.map(({ to, label }) => (
                <li key={to}>
                  <DialogLink to={to}>{label}</DialogLink>
                </li>
              ))}
            </ul>
          </nav>
        </footer>
      </div>
    </>
  );
}
