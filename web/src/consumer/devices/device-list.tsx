import { type DeviceKind, kindOfDevice } from "@ornament/contracts/devices/device-description";
import { type ReactNode, useState } from "react";
import { relativeTime } from "../../ui/dates/relative-time.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { FieldError } from "../../ui/form-fields/field-frame.tsx";
import { LineDrawing } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { type ListedDevice, nameOf, type OwnDevice } from "./devices.ts";
import type { ShownDevices } from "./use-device-list.ts";
import type { useForgetting } from "./use-forgetting.ts";

/** The ticked devices, which are to be forgotten. */
interface Choice {
  ticked: ReadonlySet<number>;
  onTick: (id: number, on: boolean) => void;
  error: string | undefined;
}

/**
 * The devices of an ornament, each with its last use, and with offers to free places that nobody used for a season.
 * With a `choice` they can be ticked; without one, an offer is the screen's main button.
 */
export function DeviceList(props: {
  label: string;
  list: Pick<ShownDevices, "answered" | "listed" | "offered">;
  forgetting: Pick<ReturnType<typeof useForgetting>, "isFreeing" | "freeAndWatch">;
  choice?: Choice;
}) {
  const { label, list, forgetting, choice } = props;
  const { answered, listed, offered } = list;
  const freeing = (devices: readonly OwnDevice[]) => ({
    busy: devices.some(forgetting.isFreeing),
    busyLabel: "One moment…",
    onClick: () => void forgetting.freeAndWatch(devices.map(({ id }) => id)),
  });
  const items = listed.map((one) => (
    <Device key={one.device.id} listed={one} choice={choice}>
      {offered.length === 1 && one.unused && (
        <div className="o-device-action">
          <Button
            {...freeing([one.device])}
            tone={!choice && one.device === offered[0] ? "action" : "quiet"}
            wide
          >
            Free this place and watch here
            <span className="visually-hidden">: {nameOf(one.device)}</span>
          </Button>
        </div>
      )}
    </Device>
  ));
  return (
    <>
      {offered.length > 1 && (
        <div className="o-device-together">
          <p>These devices were not used since last season:</p>
          <ul>
            {offered.map((device) => (
              <li key={device.id} className="text-break">
                <bdi>{nameOf(device)}</bdi>, last used {longDate(device.lastLogin, true)}
              </li>
            ))}
          </ul>
          <Button {...freeing(offered)} tone="action" wide>
            Free these {offered.length} places and watch here
          </Button>
        </div>
      )}
      {choice ? (
        <fieldset className="o-choices" aria-describedby="o-devices-error">
          <legend className="visually-hidden">{label}</legend>
          {answered ? items : <Skeleton lines={6} />}
          <FieldError id="o-devices-error" message={choice.error} />
        </fieldset>
      ) : !answered ? (
        <Skeleton lines={6} />
      ) : (
        <ul
          className={
            offered.length > 0 ? "o-device-list list-unstyled" : "o-device-list list-unstyled o-choices"
          }
          aria-label={label}
        >
          {items}
        </ul>
      )}
    </>
  );
}

/** A device of the list. `children`: its button. */
function Device(props: { listed: ListedDevice; choice: Choice | undefined; children: ReactNode }) {
  const { listed, choice, children } = props;
  const { device, isThisDevice, unused } = listed;
  const classes = unused ? "o-choice o-device o-device-offered" : "o-choice o-device";
  const name = (
    <>
      <DeviceIcon userAgent={device.title} />
      <bdi className="fw-semibold">{nameOf(device)}</bdi>{" "}
      {isThisDevice && <span className="o-choice-mark">This device</span>}{" "}
      <span className="o-hint">
        <LastUse {...listed} />
      </span>
    </>
  );
  if (!choice)
    return (
      <li className={classes}>
        <div className="o-device-facts">{name}</div>
        {children}
      </li>
    );
  const ticked = choice.ticked.has(device.id);
  return (
    <div className={ticked ? `${classes} o-choice-chosen` : classes}>
      <Checkbox checked={ticked} onChange={(on) => choice.onTick(device.id, on)} label={name} />
      {children}
    </div>
  );
}

/** When a device was last used, and whether that was before this season. */
function LastUse({ device, unused, likeThisDevice, hasNamesake }: ListedDevice) {
  const [now] = useState(() => new Date());
  const { lastLogin } = device;
  return (
    <>
      <span className="o-device-when">
        <span>Used {timeSince(lastLogin, now)} </span>
        <time dateTime={lastLogin}>
          <span className="o-device-dot">·</span> {longDate(lastLogin, hasNamesake)}
        </time>
      </span>
      {unused && <span className="o-device-unused">Not used since last season</span>}
      {likeThisDevice && <span className="d-block">Perhaps this same device</span>}
    </>
  );
}

const shapes = {
  phone:
    "M8 2.8h8a1.2 1.2 0 0 1 1.2 1.2v16a1.2 1.2 0 0 1-1.2 1.2H8A1.2 1.2 0 0 1 6.8 20V4A1.2 1.2 0 0 1 8 2.8zM11 18.2h2",
  tablet:
    "M5.5 2.8h13A1.2 1.2 0 0 1 19.7 4v16a1.2 1.2 0 0 1-1.2 1.2h-13A1.2 1.2 0 0 1 4.3 20V4a1.2 1.2 0 0 1 1.2-1.2zM10.7 18.2h2.6",
  tv: "M3.6 7.5h16.8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3.6a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM8.3 3.2l3.7 4.1 3.7-4.1M7 18.7l-1 2.3M17 18.7l1 2.3",
  computer:
    "M6 4.8h12a1.2 1.2 0 0 1 1.2 1.2v9.2H4.8V6A1.2 1.2 0 0 1 6 4.8zM2.4 15.2h19.2l-.9 2.8a1.4 1.4 0 0 1-1.3.9H4.6a1.4 1.4 0 0 1-1.3-.9z",
  unknown:
    "M4.5 4.8h15A1.2 1.2 0 0 1 20.7 6v12a1.2 1.2 0 0 1-1.2 1.2h-15A1.2 1.2 0 0 1 3.3 18V6a1.2 1.2 0 0 1 1.2-1.2zM3.3 9h17.4M6.3 6.9h.1M8.9 6.9h.1",
} as const satisfies Record<DeviceKind, string>;

/** The kind of a device: phone, tablet, television or computer. Screen readers skip it. */
const DeviceIcon = ({ userAgent }: { userAgent: string }) => (
  <span className="o-device-icon">
    <LineDrawing shape={shapes[kindOfDevice(userAgent)]} />
  </span>
);

const noBreakSpace = "\u00a0";
const inOneLine = (text: string) => text.replaceAll(" ", noBreakSpace);

/** A day without a break in it, in the browser's time zone: "December 26, 2025", or "Dec 26, 2025, 8:05 PM" if wanted. */
const longDate = (instant: string, withTime: boolean): string => {
  const style = withTime
    ? ({ dateStyle: "medium", timeStyle: "short" } as const)
    : ({ dateStyle: "long" } as const);
  return inOneLine(new Intl.DateTimeFormat("en-US", style).format(new Date(instant)));
};

/** "3 weeks ago", without a break in it. */
const timeSince = (instant: string, now: Date): string => inOneLine(relativeTime(new Date(instant), now));
