import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { PlayerRedirect } from "../player/player-redirect.tsx";

const redirectMs = 1500;

/** The moment before the player opens. */
export function SantaIsWaiting({ link }: { link: string }) {
  return (
    <SignedInCard title="Santa is waiting" step="Watch" picture={<LightingUpOrnament />}>
      <PlayerRedirect link={link} afterMs={redirectMs} />
    </SignedInCard>
  );
}
