import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { nextMessage } from "@ornament/contracts/domain/season";
import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { defaultOrnament, storedOrnament } from "../ornaments/ornament-choice.ts";
import { SantaIsWaiting } from "../watching/santa-is-waiting.tsx";
import { useWatchOrnament } from "../watching/use-watch-ornament.ts";
import { OrnamentOption } from "./ornament-option.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { useChosenInView } from "./use-chosen-in-view.ts";

/** The ornament selection, the start page of a signed-in consumer with ornaments. */
export function PinAuthorizationPage() {
  const user = useConsumer();
  if (!user || user.pins.count === 0) return <Navigate to="/user/activate-pin" replace />;
  return <Selection user={user} />;
}

function Selection({ user }: { user: SignedInConsumer }) {
  const { busy, watching, message, watch } = useWatchOrnament();
  const [picked, setPicked] = useState<number>();
  const [stored] = useState(() => storedOrnament(sessionStore));
  const [renaming, setRenaming] = useState<OwnPin>();
  const [coming] = useState(() => nextMessage(new Date()));
  const pins = user.pins.rows;
  const chosen = defaultOrnament(pins, { stored: picked ?? stored, current: user.currentPin });

  const list = useChosenInView();

  if (watching) return <SantaIsWaiting {...watching} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) void watch(chosen);
  };
  return (
    <SignedInCard title={pins.length === 1 ? "Welcome back" : "Which ornament are you watching?"}>
      {coming && <p className="o-lead">{coming}</p>}
      <form noValidate onSubmit={submit}>
        <fieldset ref={list} className="o-choices o-shelf o-night">
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
          Watch
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
