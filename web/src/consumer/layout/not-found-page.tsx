import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Loader } from "../../ui/loader.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import { ConsumerCard } from "./consumer-card.tsx";

export function NotFoundPage() {
  return (
    <ConsumerCard title="Oops">
      <p>We could not find that page. Perhaps the link is old, or a letter went missing.</p>
      <SupportContact />
      <div className="o-main-action">
        <ButtonLink to="/" tone="action" wide>
          Go Home
        </ButtonLink>
      </div>
    </ConsumerCard>
  );
}

/** Any path nobody knows leads to /404; one that contains /admin/ is the back office's to answer (spec §2). */
export function UnknownPath() {
  const { pathname } = useLocation();
  const admin = pathname.indexOf("/admin/");
  return admin < 0 ? <Navigate to="/404" replace /> : <BackOffice path={pathname.slice(admin)} />;
}

/** The back office is an app of its own: it needs a page load. */
function BackOffice({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return <Loader />;
}
