import { useBrand } from "../../app/public-settings.ts";
import { Button } from "../../ui/button.tsx";
import { SupportContact } from "../contact/support-contact.tsx";

/** Shown when a screen threw an error or its file couldn't be loaded: after an update the old file is gone, and a reload helps. */
export function ErrorPage() {
  const { name } = useBrand();
  return (
    <div className="o-layout">
      <title>{`Something went wrong · ${name}`}</title>
      <main id="content" tabIndex={-1} className="o-layout-column">
        <div className="o-card">
          <h1>Something went wrong</h1>
          <p>We couldn’t show this page. Please reload it. If that doesn’t help, contact us.</p>
          <SupportContact />
          <Button tone="action" wide onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </div>
      </main>
    </div>
  );
}
