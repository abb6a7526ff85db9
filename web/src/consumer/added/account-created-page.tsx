import { seasonAt } from "@ornament/contracts/watching/season";
import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { useBrand } from "../../app/brand.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { saveFile } from "../../app/download.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { stateOf } from "../history-state.ts";
import { MainLink } from "../layout/card.tsx";
import { startPageOf } from "../layout/session-screens.tsx";
import { storedDeviceToken, watchLink } from "../ornaments/this-device.ts";
import { PlayerRedirect } from "../watching/player-redirect.tsx";
import { calendarFile } from "./calendar-file.ts";

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
  during: "Your ornament is glowing, and Santa is waiting. Call the children!",
  after:
    "Your ornament is glowing. This season’s videos have ended. The next ones begin on December\u00a01st.",
} as const;

/** The texts outside the season promise no video. */
const noVideoYet = { waiting: "The player will open in a moment.", label: "Open the player" } as const;

/** The account has its first ornament. The player opens after a while. */
export function AccountCreatedPage() {
  const user = useConsumer();
  const location = useLocation();
  const [{ phase, year }] = useState(() => seasonAt(new Date()));
  const [noted, setNoted] = useState(false);
  const created = stateOf<Created>(location, "playerUrl");
  if (!created) return <Navigate to={startPageOf(user)} replace />;

  const { playerUrl, name } = created;
  const link = playerUrl === null ? undefined : watchLink(playerUrl, storedDeviceToken(localStore));
  return (
    <SignedInCard title="Account created" step="Watch" picture={<LightingUpOrnament name={name} />}>
      <p className="o-moment">{words[phase]}</p>
      {phase !== "during" && <AddToCalendar year={year} onSaved={() => setNoted(true)} />}
      {link === undefined ? (
        <MainLink to={startPageOf(user)}>Choose an ornament</MainLink>
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

/**
 * Saves a calendar file for December 1st of the year, which the phone or computer offers to add to its
 * calendar.
 */
function AddToCalendar({ year, onSaved }: { year: number; onSaved: () => void }) {
  const { name } = useBrand();
  const [saved, setSaved] = useState(false);
  const save = () => {
    const { origin, hostname } = window.location;
    const text = calendarFile({
      uid: `first-video-${year}@${hostname}`,
      day: { year, month: 12, day: 1 },
      title: `${name}: the first video from Santa`,
      text: `Call the children and watch it together: ${origin}/`,
      link: `${origin}/`,
      remindAtHour: 8,
      madeAt: new Date(),
    });
    saveFile(new File([text], "first-video-from-santa.ics", { type: "text/calendar" }), "first-video.ics");
    setSaved(true);
    onSaved();
  };
  return (
    <div className="o-calendar">
      <Button tone="quiet" wide onClick={save}>
        <Icon name="calendar" /> Add to calendar
      </Button>
      <p className="o-hint" role="status">
        {saved && "Saved. Open the file to add December\u00a01st to your calendar."}
      </p>
    </div>
  );
}
