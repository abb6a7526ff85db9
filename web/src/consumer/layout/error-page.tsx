import { useRouteError } from "react-router";
import { NoConnection } from "../../app/loading/chunk.ts";
import { useTryAgain } from "../../app/screens/screens.tsx";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { LightsOut } from "../../artwork/small-pictures.tsx";
import { SupportContact } from "../contact/contact.tsx";
import { MainButton, PlainCard } from "./card.tsx";

/** Shown when a screen threw an error, or when the first screen of a page could not be loaded. */
export function ErrorPage() {
  return (
    <div className="o-layout">
      {useRouteError() instanceof NoConnection ? <NoConnectionCard /> : <ErrorCard />}
      <div className="o-treeline" />
    </div>
  );
}

function NoConnectionCard() {
  const { busy, tryAgain } = useTryAgain();
  return (
    <PlainCard title="No connection" picture={<GlassOrnament />}>
      <p role="alert">We could not load this page. Please check your internet and try again.</p>
      <MainButton busy={busy} busyLabel="One moment…" onClick={tryAgain}>
        Try again
      </MainButton>
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
      <MainButton onClick={() => window.location.reload()}>Reload page</MainButton>
    </PlainCard>
  );
}
