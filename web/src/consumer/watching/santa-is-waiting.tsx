import { nextMessage, seasonAt } from "@ornament/contracts/watching/season";
import { useState } from "react";
import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { PlayerLink } from "./player-redirect.tsx";
import { usePlayerJump } from "./use-player-jump.ts";

const titles = {
  before: "Santa is getting ready",
  during: "Santa is waiting",
  after: "Santa is resting",
} as const;

/** The moment before the player opens. It has just been bound, so nobody waits for anything. */
export function SantaIsWaiting({ link, name }: { link: string; name: string }) {
  const [now] = useState(() => new Date());
  const { phase } = seasonAt(now);
  const jump = usePlayerJump({ link, afterMs: 0 });
  const offline = jump.state === "offline";
  return (
    <SignedInCard
      title={offline ? "No connection" : titles[phase]}
      picture={offline ? <GlassOrnament /> : <LightingUpOrnament name={name} />}
    >
      <p className="o-moment" role="status">
        {offline
          ? "The player opens by itself when the connection is back."
          : (nextMessage(now) ?? "Call the children!")}
      </p>
      <PlayerLink
        link={link}
        jump={jump}
        canStay={offline}
        offline=""
        waiting="Opening the player…"
        label={phase === "during" ? "Watch now" : "Open the player"}
      />
    </SignedInCard>
  );
}
