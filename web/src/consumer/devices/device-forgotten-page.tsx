import { useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { FreedPlace } from "../../artwork/small-pictures.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { stateOf } from "../history-state.ts";
import { MainActions, QuietLink } from "../layout/card.tsx";
import { OrnamentTitle } from "../ornaments/ornament-title.tsx";
import { SantaIsWaiting } from "../watching/santa-is-waiting.tsx";
import { useWatchOrnament } from "../watching/use-watch-ornament.ts";
import { type Chosen, useChosenOrnament } from "./use-device-list.ts";
import type { Forgotten } from "./use-forgetting.ts";

/** Says which devices were forgotten, and opens the player for their ornament. */
export function DeviceForgottenPage() {
  const forgotten = stateOf<Forgotten>(useLocation(), "names");
  const chosen = useChosenOrnament();
  if (!forgotten || !chosen) return <Navigate to="/user/pin-authorization" replace />;
  return <DeviceForgotten {...chosen} forgotten={forgotten} />;
}

function DeviceForgotten({ pin, forgotten }: Chosen & { forgotten: Forgotten }) {
  const { names, ids, thenWatch } = forgotten;
  const navigate = useNavigate();
  const { busy, watching, message, watch } = useWatchOrnament();
  const watchNow = () => {
    // Back from the player, or a reload, opens the player only when it is asked for again.
    void navigate("", { state: { ...forgotten, thenWatch: false } satisfies Forgotten, replace: true });
    void watch(pin.id);
  };
  // The account without the forgotten devices is read after this screen has opened.
  const ready = thenWatch && !pin.devices.some(({ id }) => ids.includes(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is room
  useEffect(() => {
    if (ready) watchNow();
  }, [ready]);

  if (watching) return <SantaIsWaiting {...watching} />;
  return (
    <SignedInCard
      title={names.length === 1 ? "Device forgotten" : "Devices forgotten"}
      picture={<FreedPlace />}
    >
      <p className="o-lead">
        There is now room for this device on{" "}
        <strong className="text-break">
          <OrnamentTitle of={pin} />
        </strong>
        . We have forgotten:
      </p>
      <ul className="o-forgotten list-unstyled">
        {names.map((name, index) => (
          // Two devices can have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="text-break" dir="auto">
            {name}
          </li>
        ))}
      </ul>
      <Banner tone="error">{message}</Banner>
      <MainActions more={<QuietLink to="/user/pin-authorization">Choose another ornament</QuietLink>}>
        <Button tone="action" wide busy={busy} busyLabel="One moment…" onClick={() => void watch(pin.id)}>
          Watch
        </Button>
      </MainActions>
    </SignedInCard>
  );
}
