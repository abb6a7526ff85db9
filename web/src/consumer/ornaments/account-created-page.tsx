import { type Location, Navigate, useLocation } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { localStore } from "../../app/safe-storage.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { storedDeviceToken, watchLink } from "../player/device-token.ts";
import { PlayerRedirect } from "../player/player-redirect.tsx";
import { startPageOf } from "../session/start-page.ts";

/** The history state from PIN entry. The player's URL is null if this device couldn't be bound. */
export interface Created {
  playerUrl: string | null;
}

const redirectMs = 4000;

const createdOf = ({ state }: Location): Created | undefined => {
  const url: unknown = (state as Partial<Created> | null)?.playerUrl;
  return typeof url === "string" || url === null ? { playerUrl: url } : undefined;
};

export function AccountCreatedPage() {
  const user = useConsumer();
  const created = createdOf(useLocation());
  if (!created) return <Navigate to={startPageOf(user)} replace />;
  const link =
    created.playerUrl === null ? undefined : watchLink(created.playerUrl, storedDeviceToken(localStore));
  return (
    <SignedInCard title="Account created" step="Watch" picture={<LightingUpOrnament />}>
      <p>Your ornament is ready. Call the children!</p>
      {link === undefined ? (
        <div className="o-main-action">
          <ButtonLink to={startPageOf(user)} tone="action" wide>
            Next
          </ButtonLink>
        </div>
      ) : (
        <PlayerRedirect link={link} afterMs={redirectMs} />
      )}
    </SignedInCard>
  );
}
