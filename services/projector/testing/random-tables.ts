import type { DomainEvent } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { devices as browsers } from "@ornament/testing/people/ornaments";
import { codeOf } from "./facts.ts";

/** A function that returns a whole number below its argument. */
export type Random = (below: number) => number;

/** The values of a table's rows in words, by the rows' names and the fields. */
export type NaiveTable = Map<string, Record<string, string>>;

const codes = [1, 2, 3, 4, 5, 6].map(codeOf);
const consumerIds = [11, 12, 13];
const shownAs = (userAgent: string) =>
  userAgent === browsers.iPhone.userAgent ? browsers.iPhone.shownAs : browsers.iPad.shownAs;
const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A random event of PINs, their owners and settings, with its stream. Some change nothing. */
export function randomEvent(random: Random): { stream: string; event: DomainEvent } {
  const one = <T>(items: readonly T[]) => items[random(items.length)] as T;
  const code = one(codes);
  const consumerId = one(consumerIds);
  const comment = one(["lost", "found", "sold twice"]);
  const ofPin = (event: DomainEvent) => ({ stream: streams.pin(code), event });
  switch (random(9)) {
    case 0:
      return ofPin({
        type: "PinImported",
        data: { code, batchName: one(["winter", "summer"]), importId: "i" },
      });
    case 1:
      return ofPin({ type: "PinRegistered", data: { code, consumerId } });
    case 2:
      return ofPin({ type: "PinDeactivated", data: { code, consumerId, comment } });
    case 3:
      return ofPin({ type: "PinActivated", data: { code, consumerId, comment } });
    case 4:
      return ofPin({ type: "PinReleased", data: { code, consumerId } });
    case 5:
      return ofPin({
        type: "DeviceBound",
        data: {
          code,
          consumerId,
          deviceId: 1 + random(4),
          limit: 5,
          userAgent: one([browsers.iPhone, browsers.iPad]).userAgent,
        },
      });
    case 6:
      return ofPin({ type: "DeviceRemoved", data: { code, consumerId, deviceId: 1 + random(4) } });
    case 7:
      return {
        stream: streams.setting("numberDevices"),
        event: { type: "SettingChanged", data: { name: "numberDevices", from: null, to: 1 + random(5) } },
      };
    default:
      return {
        stream: streams.consumer(consumerId),
        event: {
          type: "ConsumerRegistered",
          data: {
            consumerId,
            email: `parent${consumerId}@ornament.test`,
            passwordHash: "x",
            marketingEmail: false,
            nonce: `nonce-of-consumer-${consumerId}`,
            expiresAt: 0,
          },
        },
      };
  }
}

/** The data of the events that are read here. */
interface AnyData {
  code: string;
  consumerId: number;
  email: string;
  to: number;
  batchName: string;
  comment: string;
  deviceId: number;
  userAgent: string;
}

interface NaivePin {
  owner: number | undefined;
  email: string | undefined;
  blocked: boolean;
  batch: string;
  comment: string;
  registered: string;
  devices: string[];
}

/** The Pins and Settings tables after the events, by the shortest code, for tests alone. */
export function naiveTables(events: readonly StoredEvent<DomainEvent>[]): {
  pins: NaiveTable;
  settings: NaiveTable;
} {
  const pins = new Map<string, NaivePin>();
  const emails = new Map<number, string>();
  const settings: NaiveTable = new Map();
  for (const { type, data, createdAt } of events) {
    const at = data as unknown as AnyData;
    if (type === "ConsumerRegistered") emails.set(at.consumerId, at.email);
    if (type === "SettingChanged") settings.set("Device limit", { value: String(at.to) });
    if (type === "PinImported" && !pins.has(at.code))
      pins.set(at.code, { ...unclaimed, blocked: false, batch: at.batchName, comment: "" });
    const pin = pins.get(at.code);
    if (!pin) continue;
    if (type === "PinRegistered")
      Object.assign(pin, {
        owner: at.consumerId,
        email: emails.get(at.consumerId),
        registered: createdAt.toISOString(),
      });
    if (type === "PinDeactivated") Object.assign(pin, { blocked: true, comment: at.comment });
    if (type === "PinActivated") pin.blocked = false;
    if (type === "PinReleased") Object.assign(pin, unclaimed);
    const without = pin.devices.filter((text) => !text.startsWith(`${at.deviceId}:`));
    if (type === "DeviceBound") pin.devices = [...without, `${at.deviceId}: ${shownAs(at.userAgent)}`];
    if (type === "DeviceRemoved") pin.devices = without;
  }
  return { pins: new Map([...pins].map(([code, pin]) => [shown(code), words(pin)])), settings };
}

const unclaimed = {
  owner: undefined,
  email: undefined,
  registered: "",
  devices: [],
} satisfies Partial<NaivePin> as Pick<NaivePin, "owner" | "email" | "registered" | "devices">;

const words = ({ owner, email, blocked, batch, comment, registered, devices }: NaivePin) => ({
  email: owner === undefined ? "" : (email ?? "(erased)"),
  status: blocked ? "Deactivated" : owner === undefined ? "Not Registered" : "Registered",
  devices: devices.join("; "),
  batchName: batch,
  registeredAt: registered,
  comment,
});
