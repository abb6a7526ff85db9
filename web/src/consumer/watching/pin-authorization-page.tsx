import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { nextMessage } from "@ornament/contracts/watching/season";
import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from "react";
import { Navigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { ShelfOrnament } from "../../artwork/shelf-ornament.tsx";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { SupportContact } from "../contact/contact.tsx";
import { CookieNotice, MainAction } from "../forms/form-card.tsx";
import { QuietLink } from "../layout/card.tsx";
import { defaultOrnament, ornamentTitle, storedOrnament } from "../ornaments/ornament-choice.ts";
import { PinCode } from "../ornaments/ornament-title.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { SantaIsWaiting } from "./santa-is-waiting.tsx";
import { useWatchOrnament } from "./use-watch-ornament.ts";

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
        <CookieNotice />
        <Banner tone="error">{message}</Banner>
        <MainAction
          busy={busy}
          busyLabel="One moment…"
          disabled={chosen === undefined}
          more={
            <QuietLink to="/user/add-pin">
              <Icon name="plus" /> Add ornament
            </QuietLink>
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

const usedDevices = ({ countDevices }: OwnPin, limit: number) =>
  `${countDevices} of ${limit} ${limit === 1 ? "device" : "devices"} in use`;

/** A name whose letters get smaller until its longest word fits: no word breaks in the middle. */
function ShelfName({ name }: { name: string }) {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return (
    <bdi className="o-shelf-name" style={{ "--o-longest-word": longest } as CSSProperties}>
      {name}
    </bdi>
  );
}

/** One ornament of the shelf. A deactivated one is shown but can't be chosen. */
function OrnamentOption(props: {
  pin: OwnPin;
  limit: number;
  chosen: boolean;
  onChoose: () => void;
  onRename: () => void;
}) {
  const { pin, limit, chosen, onChoose, onRename } = props;
  const isHere = pin.devices.some(({ thisDevice }) => thisDevice);
  return (
    <div className={chosen ? "o-choice o-choice-chosen" : "o-choice"}>
      <Checkbox
        type="radio"
        name="ornament"
        checked={chosen}
        disabled={pin.blocked}
        onChange={onChoose}
        label={
          <>
            <ShelfOrnament glowing={chosen} />
            <ShelfName name={pin.name || "Ornament"} /> <PinCode pin={pin.pin} />{" "}
            {isHere && <span className="o-choice-mark">On this device</span>}
          </>
        }
        hint={pin.blocked ? <strong>Deactivated</strong> : usedDevices(pin, limit)}
      />
      <Button
        tone="plain"
        className="o-choice-edit"
        aria-label={`Rename ${ornamentTitle(pin)}`}
        onClick={onRename}
      >
        <Icon name="pencil" />
      </Button>
    </div>
  );
}

/** Scrolls the chosen ornament of a long list into view when the screen opens, if the buttons cover it. */
function useChosenInView() {
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(".o-choice-chosen");
    const buttons = list.current?.parentElement?.querySelector(".o-main-action");
    if (!chosen || !buttons) return;
    if (chosen.getBoundingClientRect().bottom > buttons.getBoundingClientRect().top)
      chosen.scrollIntoView({ block: "center" });
  }, []);
  return list;
}
