import type { ConsumerPin, ConsumerProfile } from "@ornament/contracts/api/consumers";
import { type Ref, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { chunk } from "../../app/loading/chunk.ts";
import { loadLater } from "../../app/screens/load-later.tsx";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { PageLink } from "../instant/page-link.tsx";
import { opensDevices, pinAnchor, pinPath } from "../page/paths.ts";
import { useHashTarget } from "../page/use-hash-target.ts";
import { PinStatus } from "../pin-status/pin-status.tsx";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { ReleaseButton } from "../staff-acts/release-button.tsx";
import { PinName } from "./pin-name.tsx";
import { CommentIcon, PinStatusNote } from "./pin-status-note.tsx";

// The library that describes user agents is large, so it is loaded when the devices are opened.
const DeviceList = loadLater(
  chunk(async () => (await import("./device-list.tsx")).DeviceList),
  <Skeleton lines={2} />,
);

export interface PinItemProps {
  pin: ConsumerPin;
  profileId: string;
  /** The version of the profile, which has the name. */
  version: string;
  /** Reads the profile again. */
  reload: () => Promise<ConsumerProfile | undefined>;
  onAsk: (target: PinStatusTarget) => void;
}

export function PinItem({ pin, profileId, version, reload, onAsk }: PinItemProps) {
  const [open, setOpen] = useState(false);
  const devicesId = useId();
  const countButton = useRef<HTMLButtonElement>(null);
  const { id, countDevices, deviceLimit, devices } = pin;
  const { ref, named } = useHashTarget<HTMLLIElement>(pinAnchor(pin.pin));
  const { state, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    if (!named || state !== opensDevices) return;
    setOpen(true);
    countButton.current?.focus({ preventScroll: true });
  }, [named, state, key]);
  const classes = [
    "o-profile-pin",
    pin.blocked && "o-profile-pin-blocked",
    named && "o-profile-pin-named",
  ].filter(Boolean);
  return (
    <li
      ref={ref}
      id={pinAnchor(pin.pin)}
      className={classes.join(" ")}
      aria-label={`PIN ${pin.pin}`}
      tabIndex={-1}
    >
      <div className="o-pin-line">
        <div className="hstack flex-wrap gap-3">
          <span className="hstack flex-wrap">
            <PageLink className="o-pin-code" to={pinPath(pin.pin)}>
              {pin.pin}
            </PageLink>
            <CopyButton text={pin.pin} label={`Copy ${pin.pin}`} />
          </span>
          <PinStatus pin={pin} />
          <CommentIcon pin={pin} />
        </div>
        <PinName
          pin={pin}
          profileId={profileId}
          version={version}
          reload={async () => (await reload())?.version}
        />
        <div className="hstack flex-wrap gap-2">
          <DeviceCount
            used={countDevices}
            limit={deviceLimit}
            open={open}
            controls={devicesId}
            onToggle={() => setOpen(!open)}
            ref={countButton}
          />
          <PinStatusButton pin={pin} onAsk={onAsk} />
          <ReleaseButton pin={{ id, pin: pin.pin, userId: Number(profileId), countDevices }} />
        </div>
      </div>
      <PinStatusNote pin={pin} />
      <div id={devicesId} hidden={!open}>
        {open && (
          <DeviceList
            pin={pin.pin}
            devices={devices}
            profileId={profileId}
            version={pin.version}
            reload={async () => (await reload())?.pins.rows.find((read) => read.id === id)?.version}
            // After the dialog has tried to return the focus to the removed button.
            onRemoved={() => requestAnimationFrame(() => countButton.current?.focus())}
          />
        )}
      </div>
    </li>
  );
}

function DeviceCount(props: {
  used: number;
  limit: number;
  open: boolean;
  controls: string;
  onToggle: () => void;
  ref: Ref<HTMLButtonElement>;
}) {
  const { used, limit, open, controls, onToggle, ref } = props;
  const over = used > limit;
  return (
    <Button
      small
      tone="quiet"
      className={over ? "btn-count-over" : ""}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      ref={ref}
    >
      {over && <span aria-hidden="true">!</span>}
      <span>{`Device(s) ${used} of ${limit}`}</span>
      {over && <span className="visually-hidden"> – over the limit</span>}
      <Icon name={open ? "close" : "open"} />
    </Button>
  );
}
