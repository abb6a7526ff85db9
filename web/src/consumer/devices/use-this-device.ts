import { useState } from "react";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { useThisDeviceQuery } from "../ornaments/ornament-api.ts";
import { deviceTokenOf } from "../player/device-token.ts";
import type { Chosen } from "./use-chosen-ornament.ts";

/**
 * The id of this browser among the ornament's devices; `answered` is false until the server has answered. A
 * browser that was bound before the server recognised browsers is found by its device token.
 */
export function useThisDevice({ user, pin }: Chosen): { answered: boolean; id: number | undefined } {
  const { id: pinId, devices } = pin;
  const [deviceToken] = useState(() => deviceTokenOf(localStore, user.id));
  const recognised = devices.find(({ thisDevice }) => thisDevice)?.id;
  const skip = recognised !== undefined || !deviceToken;
  const { data, isLoading } = useThisDeviceQuery({ pinId, deviceToken }, { skip });
  return { answered: !isLoading, id: recognised ?? data?.device?.id };
}
