import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Loader } from "../../ui/loader.tsx";
import { Contact } from "../contact/support-contact.tsx";
import { EveningCard } from "./consumer-card.tsx";

export function NotFoundPage() {
  return (
    <EveningCard title="Oops">
      <p>We could not find that page. Perhaps the link is old, or a letter went missing.</p>
      <Contact />
      <div className="o-thumb">
        <ButtonLink to="/" tone="action" wide>
          Go Home
        </ButtonLink>
      </div>
    </EveningCard>
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
