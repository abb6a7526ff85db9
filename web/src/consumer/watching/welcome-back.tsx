import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { OrnamentName } from "../../artwork/ornament-name.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { CookieNotice } from "../forms/form-card.tsx";
import { MainButton, MainLink } from "../layout/card.tsx";
import { OrnamentTitle } from "../ornaments/ornament-title.tsx";
import { SantaIsWaiting } from "./santa-is-waiting.tsx";
import { useWatchOrnament } from "./use-watch-ornament.ts";

/** Leads a parent who already has ornaments on: the only active one is watched with one press. */
export function WelcomeBack({ user }: { user: SignedInConsumer }) {
  const active = user.pins.rows.filter(({ blocked }) => !blocked);
  const [only, ...others] = active;
  return only && others.length === 0 ? <WatchOne pin={only} /> : <ChooseOne pins={user.pins.rows} />;
}

function WatchOne({ pin }: { pin: OwnPin }) {
  const { busy, watching, message, watch } = useWatchOrnament();
  if (watching) return <SantaIsWaiting {...watching} />;
  const picture = (
    <GlassOrnament glowing>
      <OrnamentName name={pin.name} />
    </GlassOrnament>
  );
  return (
    <SignedInCard title="Welcome back" picture={picture}>
      <p className="o-welcome-name">
        <OrnamentTitle of={pin} />
      </p>
      <CookieNotice />
      <Banner tone="error">{message}</Banner>
      <MainButton busy={busy} busyLabel="One moment…" onClick={() => void watch(pin.id)}>
        Watch
      </MainButton>
    </SignedInCard>
  );
}

function ChooseOne({ pins }: { pins: readonly OwnPin[] }) {
  return (
    <SignedInCard title="Welcome back" picture={<GlassOrnament glowing />}>
      <ul className="o-added list-unstyled o-welcome-name" aria-label="Your ornaments">
        {pins.map((pin) => (
          <li key={pin.id}>
            <OrnamentTitle of={pin} />
          </li>
        ))}
      </ul>
      <MainLink to="/user/pin-authorization">Choose my ornament</MainLink>
    </SignedInCard>
  );
}
