import { type Location, Navigate, useLocation } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { localStore } from "../../app/safe-storage.ts";
import { LightingOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { heldDeviceToken, watchLink } from "../player/device-token.ts";
import { PlayerDoor } from "../player/player-redirect.tsx";
import { homeOf } from "../session/start-page.ts";

/** Handed on by PIN entry; null where this device couldn't be bound at once. */
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
  if (!created) return <Navigate to={homeOf(user)} replace />;
  const link =
    created.playerUrl === null ? undefined : watchLink(created.playerUrl, heldDeviceToken(localStore));
  return (
    <SignedInCard title="Account created" step="Watch" picture={<LightingOrnament />}>
      <p>Your ornament is ready. Call the children!</p>
      {link === undefined ? (
        <div className="o-thumb">
          <ButtonLink to={homeOf(user)} tone="action" wide>
            Next
          </ButtonLink>
        </div>
      ) : (
        <PlayerDoor link={link} afterMs={redirectMs} />
      )}
    </SignedInCard>
  );
}
