import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import { ConsumerCard } from "./consumer-card.tsx";

export function NotFoundPage() {
  return (
    <ConsumerCard title="Oops">
      <p>We couldn’t find that page. The link may be old or mistyped.</p>
      <SupportContact />
      <div className="o-main-action">
        <ButtonLink to="/" tone="action" wide>
          Go Home
        </ButtonLink>
      </div>
    </ConsumerCard>
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
