import { type Location, Navigate, useLocation } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { SantaIsWaiting } from "../watching/santa-is-waiting.tsx";
import { useWatchOrnament } from "../watching/use-watch-ornament.ts";
import { useChosenOrnament } from "./use-chosen-ornament.ts";

/** The history state from the forget-device screen. */
export interface Forgotten {
  names: readonly string[];
}

const namesOf = ({ state }: Location): readonly string[] | undefined => {
  const names: unknown = (state as Partial<Forgotten> | null)?.names;
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
};

/** Says which devices were forgotten, and opens the player for their ornament. */
export function DeviceForgottenPage() {
  const names = namesOf(useLocation());
  const chosen = useChosenOrnament();
  const { busy, link, message, watch } = useWatchOrnament();
  if (!names || !chosen) return <Navigate to="/user/pin-authorization" replace />;
  if (link !== undefined) return <SantaIsWaiting link={link} />;
  const { pin } = chosen;
  return (
    <SignedInCard title={names.length === 1 ? "Device forgotten" : "Devices forgotten"}>
      <p>
        There is now room for this device on <strong className="o-break">{ornamentTitle(pin)}</strong>. We
        have forgotten:
      </p>
      <ul>
        {names.map((name, index) => (
          // Two devices can have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="o-break">
            {name}
          </li>
        ))}
      </ul>
      <Banner tone="error">{message}</Banner>
      <div className="o-main-action">
        <Button tone="action" wide busy={busy} busyLabel="One moment…" onClick={() => void watch(pin.id)}>
          Watch
        </Button>
        <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
          Choose another ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
