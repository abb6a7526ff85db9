import { seasonAt } from "@ornament/contracts/domain/season";
import { useState } from "react";
import { type Location, Navigate, useLocation } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { storedDeviceToken, watchLink } from "../player/device-token.ts";
import { PlayerRedirect } from "../player/player-redirect.tsx";
import { startPageOf } from "../session/start-page.ts";
import { AddToCalendar } from "./add-to-calendar.tsx";

/** The history state from PIN entry. */
export interface Created {
  /** Null if this device couldn't be bound. */
  playerUrl: string | null;
  /** The nickname of the first ornament, or "". */
  name: string;
}

/** The time before the player opens: longer outside the season, when the consumer can note the date. */
const redirectMs = { during: 4000, before: 15_000, after: 15_000 } as const;

const words = {
  before: "Your ornament is glowing. The first video comes on December\u00a01st.",
  during: "Your ornament is glowing, and today’s video is ready. Call the children!",
  after:
    "Your ornament is glowing. This season’s videos have ended. The next ones begin on December\u00a01st.",
} as const;

/** The texts outside the season promise no video. */
const noVideoYet = { waiting: "The player will open in a moment.", label: "Open the player" } as const;

const createdOf = ({ state }: Location): Created | undefined => {
  const { playerUrl, name } = (state as Partial<Created> | null) ?? {};
  if (typeof playerUrl !== "string" && playerUrl !== null) return undefined;
  return { playerUrl, name: typeof name === "string" ? name : "" };
};

/** The account has its first ornament. The player opens after a while. */
export function AccountCreatedPage() {
  const user = useConsumer();
  const location = useLocation();
  const [{ phase, year }] = useState(() => seasonAt(new Date()));
  const [noted, setNoted] = useState(false);
  const created = createdOf(location);
  if (!created) return <Navigate to={startPageOf(user)} replace />;

  const { playerUrl, name } = created;
  const link = playerUrl === null ? undefined : watchLink(playerUrl, storedDeviceToken(localStore));
  return (
    <SignedInCard title="Account created" step="Watch" picture={<LightingUpOrnament name={name} />}>
      <p className="o-moment">{words[phase]}</p>
      {phase !== "during" && <AddToCalendar year={year} onSaved={() => setNoted(true)} />}
      {link === undefined ? (
        <div className="o-main-action">
          <ButtonLink to={startPageOf(user)} tone="action" wide>
            Choose an ornament
          </ButtonLink>
        </div>
      ) : (
        <PlayerRedirect
          link={link}
          afterMs={redirectMs[phase]}
          visit={location.key}
          stopped={noted}
          {...(phase === "during" ? {} : noVideoYet)}
        />
      )}
    </SignedInCard>
  );
}
