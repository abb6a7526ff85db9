import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";

interface Bound {
  id: number;
  pinCodeId: number;
  title: string;
}

/**
 * The account after this browser was bound, for Back from the player. The server isn't asked: opening the
 * player could cut off the refresh and so end the session.
 */
export function afterBinding(user: SignedInConsumer, bound: Bound, now: Date): SignedInConsumer {
  const rows = user.pins.rows.map((pin) => (pin.id === bound.pinCodeId ? withDevice(pin, bound, now) : pin));
  return { ...user, currentPin: bound.pinCodeId, pins: { ...user.pins, rows } };
}

function withDevice(pin: OwnPin, { id, pinCodeId, title }: Bound, now: Date): OwnPin {
  const others = pin.devices.filter((device) => device.id !== id);
  const name = pin.devices.find((device) => device.id === id)?.name ?? "";
  const device = { id, pinCodeId, title, name, thisDevice: true, lastLogin: now.toISOString() };
  const devices = [...others.map((other) => ({ ...other, thisDevice: false })), device];
  return { ...pin, devices, countDevices: devices.length };
}
