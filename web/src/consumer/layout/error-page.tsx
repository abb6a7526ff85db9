import { useBrand } from "../../app/public-settings.ts";
import { Button } from "../../ui/button.tsx";
import { SupportContact } from "../contact/support-contact.tsx";

/** A screen that couldn't be loaded (after an update its file may be gone) or broke: a reload mends the first. */
export function ErrorPage() {
  const { name } = useBrand();
  return (
    <div className="o-layout">
      <title>{`Something went wrong · ${name}`}</title>
      <main id="content" tabIndex={-1} className="o-layout-column">
        <div className="o-card">
          <h1>Something went wrong</h1>
          <p>We could not show this page. Please load it again; if that does not help, tell us.</p>
          <SupportContact />
          <Button tone="action" wide onClick={() => window.location.reload()}>
            Load again
          </Button>
        </div>
      </main>
    </div>
  );
}
