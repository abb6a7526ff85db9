import { useRouteError } from "react-router";
import { NoConnection } from "../../app/loading/chunk.ts";
import { useTryAgain } from "../../app/screens/try-again.ts";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { LightsOut } from "../../artwork/lights-out.tsx";
import { Treeline } from "../../artwork/treeline.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import { PlainCard } from "./plain-card.tsx";

/** Shown when a screen threw an error, or when the first screen of a page could not be loaded. */
export function ErrorPage() {
  return (
    <div className="o-layout">
      {useRouteError() instanceof NoConnection ? <NoConnectionCard /> : <ErrorCard />}
      <Treeline />
    </div>
  );
}

function NoConnectionCard() {
  const { busy, tryAgain } = useTryAgain();
  return (
    <PlainCard title="No connection" picture={<GlassOrnament />}>
      <p role="alert">We could not load this page. Please check your internet and try again.</p>
      <div className="o-main-action">
        <Button tone="action" wide busy={busy} busyLabel="One moment…" onClick={tryAgain}>
          Try again
        </Button>
      </div>
    </PlainCard>
  );
}

function ErrorCard() {
  return (
    <PlainCard
      title="Something went wrong"
      picture={<LightsOut />}
      // Loads the whole page, because the cause of the error could still be in this one.
      footer={<a href="/">Go to the start page</a>}
    >
      <p role="alert">We could not show this page. Please reload it. If that doesn’t help, contact us:</p>
      <SupportContact />
      <div className="o-main-action">
        <Button tone="action" wide onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    </PlainCard>
  );
}
