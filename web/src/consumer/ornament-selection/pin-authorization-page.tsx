import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/safe-storage.ts";
import { LightingUpOrnament } from "../../artwork/lighting-up-ornament.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { defaultOrnament, storedOrnament } from "../ornaments/ornament-choice.ts";
import { PlayerRedirect } from "../player/player-redirect.tsx";
import { OrnamentOption } from "./ornament-option.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { useWatchOrnament } from "./use-watch-ornament.ts";

const redirectMs = 1500;

/** The ornament selection, the start page of a signed-in consumer with ornaments. */
export function PinAuthorizationPage() {
  const user = useConsumer();
  if (!user || user.pins.count === 0) return <Navigate to="/user/activate-pin" replace />;
  return <Selection user={user} />;
}

function Selection({ user }: { user: SignedInConsumer }) {
  const { busy, link, message, watch } = useWatchOrnament();
  const [picked, setPicked] = useState<number>();
  const [stored] = useState(() => storedOrnament(sessionStore));
  const [renaming, setRenaming] = useState<OwnPin>();
  const pins = user.pins.rows;
  const chosen = defaultOrnament(pins, { stored: picked ?? stored, current: user.currentPin });

  if (link !== undefined)
    return (
      <SignedInCard title="Santa is waiting" step="Watch" picture={<LightingUpOrnament />}>
        <PlayerRedirect link={link} afterMs={redirectMs} />
      </SignedInCard>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) void watch(chosen);
  };
  return (
    <SignedInCard title="Which ornament are you watching?">
      <form noValidate onSubmit={submit}>
        <fieldset className="o-choices">
          <legend className="visually-hidden">Your ornaments</legend>
          {pins.map((pin) => (
            <OrnamentOption
              key={pin.id}
              pin={pin}
              limit={user.deviceLimit}
              chosen={pin.id === chosen}
              onChoose={() => setPicked(pin.id)}
              onRename={() => setRenaming(pin)}
            />
          ))}
        </fieldset>
        {chosen === undefined && <AllDeactivated />}
        <Banner tone="error">{message}</Banner>
        <MainAction
          busy={busy}
          busyLabel="One moment…"
          disabled={chosen === undefined}
          more={
            <ButtonLink to="/user/add-pin" tone="quiet" wide>
              <Icon name="plus" /> Add ornament
            </ButtonLink>
          }
        >
          Next
        </MainAction>
      </form>
      <RenameDialog pin={renaming} onClose={() => setRenaming(undefined)} />
    </SignedInCard>
  );
}

function AllDeactivated() {
  return (
    <div>
      <p>None of your ornaments is active right now. We’re happy to help, or you can add another ornament.</p>
      <SupportContact />
    </div>
  );
}
