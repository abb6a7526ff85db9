import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import type { ConsumerPin } from "@ornament/contracts/pins/api";
import { type Ref, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { chunk } from "../../app/loading/chunk.ts";
import { loadLater } from "../../app/screens/load-later.tsx";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { PageLink } from "../instant/shown-instant.tsx";
import { Panel } from "../page/panel.tsx";
import { opensDevices, pinAnchor, pinPath } from "../page/paths.ts";
import { PinName } from "../pins/pin-name.tsx";
import {
  CommentIcon,
  PinStatus,
  PinStatusButton,
  PinStatusNote,
  type PinStatusTarget,
} from "../pins/pin-status.tsx";
import { PinStatusDialog } from "../pins/pin-status-dialog.tsx";
import { ReleaseButton } from "../staff-acts/staff-acts.tsx";
import type { ProfilePartProps } from "./information-card.tsx";

export function PinCard({ profile, reload }: ProfilePartProps) {
  const pins = profile.pins.rows;
  const [asking, setAsking] = useState<PinStatusTarget>();
  return (
    <Panel title="PIN code information">
      {pins.length === 0 ? (
        <EmptyState>This consumer has no ornament yet.</EmptyState>
      ) : (
        <ul className="o-rows list-unstyled">
          {pins.map((pin) => (
            <PinItem
              key={pin.id}
              pin={pin}
              ownerId={profile.id}
              version={profile.version}
              reload={reload}
              onAsk={setAsking}
            />
          ))}
        </ul>
      )}
      {asking && <PinStatusDialog target={asking} onClosed={() => setAsking(undefined)} />}
    </Panel>
  );
}

// The library that describes user agents is large, so it is loaded when the devices are opened.
const DeviceList = loadLater(
  chunk(async () => (await import("../pins/device-list.tsx")).DeviceList),
  <Skeleton lines={2} />,
);

interface PinItemProps {
  pin: ConsumerPin;
  ownerId: number;
  /** The version of the profile, which has the name. */
  version: string;
  /** Reads the profile again. */
  reload: () => Promise<ConsumerProfile | undefined>;
  onAsk: (target: PinStatusTarget) => void;
}

function PinItem({ pin, ownerId, version, reload, onAsk }: PinItemProps) {
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
        <PinName pin={pin} version={version} reload={async () => (await reload())?.version} />
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
          <ReleaseButton pin={{ id, pin: pin.pin, userId: ownerId, countDevices }} />
        </div>
      </div>
      <PinStatusNote pin={pin} />
      <div id={devicesId} hidden={!open}>
        {open && (
          <DeviceList
            pin={pin.pin}
            devices={devices}
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

/**
 * For a part of a page that a link can name by its id, with a `tabIndex` of -1. When it is first shown, it scrolls
 * into view and takes the focus, so that the next Tab leads into it.
 */
function useHashTarget<E extends HTMLElement>(id: string): { ref: RefObject<E | null>; named: boolean } {
  const { hash, key } = useLocation();
  const followed = useNavigationType() !== "POP";
  const ref = useRef<E>(null);
  const named = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    if (!named) return;
    ref.current?.scrollIntoView({ block: "center" });
    if (followed && document.activeElement?.matches(untouched)) ref.current?.focus({ preventScroll: true });
  }, [named, key]);
  return { ref, named };
}

/** The elements that have the focus after a link, until the person moves it. */
const untouched = "body, main, h1";
