import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { OrnamentName } from "../../artwork/ornament-name.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { SantaIsWaiting } from "../watching/santa-is-waiting.tsx";
import { useWatchOrnament } from "../watching/use-watch-ornament.ts";

/** Leads a parent who already has ornaments on: the only active one is watched with one press. */
export function WelcomeBack({ user }: { user: SignedInConsumer }) {
  const active = user.pins.rows.filter(({ blocked }) => !blocked);
  const [only, ...others] = active;
  return only && others.length === 0 ? <WatchOne pin={only} /> : <ChooseOne pins={user.pins.rows} />;
}

function WatchOne({ pin }: { pin: OwnPin }) {
  const { busy, link, message, watch } = useWatchOrnament();
  if (link !== undefined) return <SantaIsWaiting link={link} />;
  const picture = (
    <GlassOrnament glowing>
      <OrnamentName name={pin.name} />
    </GlassOrnament>
  );
  return (
    <SignedInCard title="Welcome back" picture={picture}>
      <p className="o-welcome-name">{ornamentTitle(pin)}</p>
      <Banner tone="error">{message}</Banner>
      <div className="o-main-action">
        <Button tone="action" wide busy={busy} busyLabel="One moment…" onClick={() => void watch(pin.id)}>
          Watch
        </Button>
      </div>
    </SignedInCard>
  );
}

function ChooseOne({ pins }: { pins: readonly OwnPin[] }) {
  return (
    <SignedInCard title="Welcome back" picture={<GlassOrnament glowing />}>
      <ul className="o-added list-unstyled o-welcome-name" aria-label="Your ornaments">
        {pins.map((pin) => (
          <li key={pin.id}>{ornamentTitle(pin)}</li>
        ))}
      </ul>
      <div className="o-main-action">
        <ButtonLink to="/user/pin-authorization" tone="action" wide>
          Choose my ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
