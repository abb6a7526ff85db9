import { Button } from "../../ui/press/button.tsx";
import { nameOf } from "./device-facts.tsx";
import { longDate } from "./last-used.ts";
import type { OwnDevice } from "./unused-places.ts";

/** Forgets an unused device, and opens the player for this one. */
export function FreePlace(props: {
  device: OwnDevice;
  /** The first offer is the screen's main button. */
  main: boolean;
  busy: boolean;
  onFree: () => void;
}) {
  const { device, main, busy, onFree } = props;
  return (
    <div className="o-device-action">
      <Button tone={main ? "action" : "quiet"} wide busy={busy} busyLabel="One moment…" onClick={onFree}>
        Free this place and watch here
        <span className="visually-hidden">: {nameOf(device)}</span>
      </Button>
    </div>
  );
}

/** The same for several devices together, when one place is not enough. */
export function FreePlaces(props: { devices: readonly OwnDevice[]; busy: boolean; onFree: () => void }) {
  const { devices, busy, onFree } = props;
  return (
    <div className="o-device-together">
      <p>These devices were not used since last season:</p>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className="text-break">
            <bdi>{nameOf(device)}</bdi>, last used {longDate(device.lastLogin)}
          </li>
        ))}
      </ul>
      <Button tone="action" wide busy={busy} busyLabel="One moment…" onClick={onFree}>
        Free these {devices.length} places and watch here
      </Button>
    </div>
  );
}
