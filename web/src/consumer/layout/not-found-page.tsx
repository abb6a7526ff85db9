import { useEffect } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useSession } from "../../app/app-hooks.ts";
import { LostOrnament } from "../../artwork/small-pictures.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { SupportContact } from "../contact/contact.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";
import { ConsumerCard, MainLink } from "./card.tsx";

export function NotFoundPage() {
  return (
    <ConsumerCard title="Oops" picture={<LostOrnament />}>
      <p className="o-lead">We couldn’t find that page. The link may be old or mistyped.</p>
      <WaysOn />
      <SupportContact />
      <MainLink to="/">Go Home</MainLink>
    </ConsumerCard>
  );
}

function WaysOn() {
  const { status } = useSession();
  return (
    <ul className="o-other-pages list-unstyled" aria-label="Other pages">
      {status === "signed-in" ? (
        <li>
          <Link to="/user/pin-authorization">Choose an ornament</Link>
        </li>
      ) : (
        <>
          <li>
            <Link to="/login">Sign in</Link>
          </li>
          <li>
            <Link to="/verify-age">Create an account</Link>
          </li>
        </>
      )}
      <li>
        <DialogLink to="#how-it-works">How it works</DialogLink>
      </li>
      <li>
        <DialogLink to="#faq">Questions and answers</DialogLink>
      </li>
    </ul>
  );
}

/** Sends an unknown path to /404, or to the back office if it contains /admin/. */
export function UnknownPath() {
  const { pathname } = useLocation();
  const admin = pathname.indexOf("/admin/");
  return admin < 0 ? <Navigate to="/404" replace /> : <BackOffice path={pathname.slice(admin)} />;
}

/** The back office is a separate app, so it needs a page load. */
function BackOffice({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return <Loader />;
}
