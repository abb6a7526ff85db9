import { settingPaths } from "@ornament/contracts/routes/back-office";
import type { Refusal } from "@ornament/contracts/sign-in-help/api";
import { limits } from "@ornament/contracts/values/limits";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DateTime } from "../dates/date-time.tsx";
import { lastUsed } from "../dates/last-used.ts";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { consumerProfilePath, opensDevices, pinAnchor, settingsPath } from "../page/paths.ts";
import { useSignInHelp } from "./sign-in-help-api.ts";

/** The latest refusals of a consumer, each with the act that helps now. Nothing without a refusal. */
export function RefusalsCard({ consumerId }: { consumerId: string }) {
  const { data: help } = useSignInHelp("consumer", consumerId);
  if (!help || help.refusals.length === 0) return null;
  return (
    <Panel title="Refused in the last 30 days">
      <ul className="list-unstyled vstack gap-2 mb-0">
        {help.refusals.map((refusal) => (
          <Item key={JSON.stringify(refusal)} refusal={refusal} consumerId={Number(consumerId)} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ refusal, consumerId }: { refusal: Refusal; consumerId: number }) {
  const lasts = isStillRefused(refusal, consumerId);
  return (
    <li className={`o-finding o-finding-${lasts ? "bad" : "plain"}`}>
      <span aria-hidden="true">{lasts ? "!" : "–"}</span>
      <div>
        <DateTime instant={refusal.at} /> <Reason refusal={refusal} />{" "}
        <WayOut refusal={refusal} consumerId={consumerId} />
      </div>
    </li>
  );
}

/** Whether the same would be refused now. */
function isStillRefused(refusal: Refusal, consumerId: number): boolean {
  switch (refusal.kind) {
    case "pin-entry-paused":
      return !refusal.ended;
    case "pin-of-another-account":
      return refusal.owner !== null && refusal.owner.id !== consumerId;
    case "device-limit":
      return refusal.owned && refusal.devices >= refusal.limit;
    case "pin-deactivated":
      return refusal.owned && refusal.deactivated;
    case "reset-code-locked":
      return false;
  }
}

const nameOf = (device: string | null) => (device === null ? "a device" : device);

function Reason({ refusal }: { refusal: Refusal }): ReactNode {
  switch (refusal.kind) {
    case "pin-entry-paused":
      return "refused: too many wrong PINs, so entering PINs was paused.";
    case "pin-of-another-account":
      return `refused: ${refusal.pin.pin} belongs to another account.`;
    case "reset-code-locked":
      return `refused: ${limits.resetCodeAttempts} wrong reset codes, so the code was locked.`;
    case "device-limit":
      return `refused: ${nameOf(refusal.device)} on ${refusal.pin.pin}, which had reached the limit of ${devices(refusal.limitThen)}.`;
    case "pin-deactivated":
      return `refused: ${nameOf(refusal.device)} on ${refusal.pin.pin}, which was deactivated.`;
  }
}

const devices = (count: number) => (count === 1 ? "one device" : `${count} devices`);

/** The one act that helps, or why none is needed. */
function WayOut({ refusal, consumerId }: { refusal: Refusal; consumerId: number }): ReactNode {
  switch (refusal.kind) {
    case "pin-entry-paused":
      if (refusal.ended) return "The pause is over.";
      return (
        <>
          It ends by itself <DateTime instant={refusal.until} />.
        </>
      );
    case "pin-of-another-account":
      return <OwnerOf refusal={refusal} consumerId={consumerId} />;
    case "reset-code-locked":
      return "The consumer can open the link in that mail for an hour, or ask for a new code.";
    case "device-limit":
      return <RoomForDevice refusal={refusal} />;
    case "pin-deactivated":
      if (!refusal.owned) return notOwned;
      if (!refusal.deactivated) return "The PIN is active again.";
      return <Link to={{ hash: pinAnchor(refusal.pin.pin) }}>Activate {refusal.pin.pin}</Link>;
  }
}

const notOwned = "The PIN doesn't belong to this account any more.";

type OfKind<K extends Refusal["kind"]> = Extract<Refusal, { kind: K }>;

function OwnerOf({ refusal, consumerId }: { refusal: OfKind<"pin-of-another-account">; consumerId: number }) {
  const { owner } = refusal;
  if (owner === null) return "No account owns it now: it can be entered.";
  if (owner.id === consumerId) return "It belongs to this account now.";
  return (
    <>
      Its account: <Link to={consumerProfilePath(owner.id)}>{owner.email ?? "open the profile"}</Link>
    </>
  );
}

function RoomForDevice({ refusal }: { refusal: OfKind<"device-limit"> }) {
  const mayRaise = useMay(settingPaths.updateSetting);
  const { owned, limit, longestUnused, pin } = refusal;
  if (!owned) return notOwned;
  const now = `${refusal.devices} of ${limit} ${limit === 1 ? "device" : "devices"}`;
  if (refusal.devices < limit) return `It can be added now: ${now}.`;
  const removable = longestUnused && (
    <>
      <Link to={{ hash: pinAnchor(pin.pin) }} state={opensDevices}>
        <bdi>{longestUnused.name}</bdi>
      </Link>
      , {lastUsed(longestUnused.lastLogin, new Date())}
    </>
  );
  const raise = mayRaise ? <Link to={settingsPath}>Raise the limit</Link> : undefined;
  return (
    <>
      Now {now}. {raise}
      {raise && removable && " or remove one: "}
      {!raise && removable && "Remove one: "}
      {removable}
      {(raise || removable) && "."}
      {!raise && " An IT Admin can raise the limit."}
    </>
  );
}
