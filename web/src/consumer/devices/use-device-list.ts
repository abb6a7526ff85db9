import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { useState } from "react";
import { useConsumer } from "../../app/app-hooks.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { useThisDeviceQuery } from "../ornaments/ornament-api.ts";
import { ornamentInUse, storedOrnament } from "../ornaments/ornament-choice.ts";
import { deviceTokenOf, ownUserAgent } from "../ornaments/this-device.ts";
import { type ListedDevice, listDevices, type OwnDevice, tooMany, unusedTogether } from "./devices.ts";

export interface Chosen {
  user: SignedInConsumer;
  pin: OwnPin;
}

/**
 * The ornament in use, whose devices are shown. The player opens these screens directly, without a stored
 * choice.
 */
export function useChosenOrnament(): Chosen | undefined {
  const user = useConsumer();
  if (!user) return undefined;
  const { rows } = user.pins;
  const id = ornamentInUse(rows, { stored: storedOrnament(sessionStore), current: user.currentPin });
  const pin = rows.find((own) => own.id === id);
  return pin && { user, pin };
}

export interface ShownDevices {
  /** False until the server has said which device this is. */
  answered: boolean;
  thisDevice: number | undefined;
  /** The number of devices to forget before this one can watch; not above 0 if it already can. */
  missing: number;
  listed: readonly ListedDevice[];
  /** The unused devices that make room for this one when they are forgotten; none if they are not enough. */
  offered: readonly OwnDevice[];
}

/** The ornament's devices as they are shown when there is no place for this one. */
export function useDeviceList(chosen: Chosen): ShownDevices {
  const { user, pin } = chosen;
  const { answered, id: thisDevice } = useThisDevice(chosen);
  const [now] = useState(() => new Date());
  const listed = listDevices(pin.devices, { thisDevice, userAgent: ownUserAgent(), now });
  const missing = tooMany({ count: pin.devices.length, limit: user.deviceLimit, thisDevice });
  const offered = answered && missing > 0 ? unusedTogether(listed, missing) : [];
  return { answered, thisDevice, missing, listed, offered };
}

/**
 * The id of this browser among the ornament's devices; `answered` is false until the server has answered. A
 * browser that was bound before the server recognised browsers is found by its device token.
 */
function useThisDevice({ user, pin }: Chosen): { answered: boolean; id: number | undefined } {
  const { id: pinId, devices } = pin;
  const [deviceToken] = useState(() => deviceTokenOf(localStore, user.id));
  const recognised = devices.find(({ thisDevice }) => thisDevice)?.id;
  const skip = recognised !== undefined || !deviceToken;
  const { data, isLoading } = useThisDeviceQuery({ pinId, deviceToken }, { skip });
  return { answered: !isLoading, id: recognised ?? data?.device?.id };
}
