import { useState } from "react";
import { useNavigate } from "react-router";
import { isApiError } from "../../app/calls/api-error.ts";
import { useAction } from "../../forms/use-action.ts";
import { useRemoveOwnDevicesMutation } from "../ornaments/ornament-api.ts";
import { useDeviceFailure } from "../watching/use-device-failure.ts";

/** The history state of the screen that says which devices were forgotten. */
export interface Forgotten {
  names: readonly string[];
  ids: readonly number[];
  /** The player opens for this device as soon as there is room for it. */
  thenWatch: boolean;
}

interface Running {
  devices: readonly number[];
  thenWatch: boolean;
}

/**
 * Forgets devices and opens the screen that says so. `thenWatch`: that screen opens the player for this
 * device.
 */
export function useForgetting() {
  const navigate = useNavigate();
  const [remove] = useRemoveOwnDevicesMutation();
  const { busy, run } = useAction();
  const failure = useDeviceFailure("removal");
  const [running, setRunning] = useState<Running>();
  const [done, setDone] = useState(false);
  const forget = async ({ devices, thenWatch }: Running) => {
    failure.clear();
    setRunning({ devices, thenWatch });
    const { data, error } = await remove(devices);
    if (!data) {
      if (!isApiError(error) || error.code !== "user_error") failure.failed(error);
      return;
    }
    failure.succeeded();
    setDone(true);
    const state: Forgotten = { names: data.results.map(({ name }) => name), ids: devices, thenWatch };
    await navigate("/user/message-forget-device", { state, replace: true });
  };
  return {
    /** The next screen is opening. */
    done,
    /** Whether the chosen devices are being forgotten. */
    forgetting: busy && running?.thenWatch === false,
    /** Whether the device is being forgotten so that this one can watch. */
    isFreeing: ({ id }: { id: number }) =>
      busy && running?.thenWatch === true && running.devices.includes(id),
    message: failure.message,
    forget: (devices: readonly number[]) => run(() => forget({ devices, thenWatch: false })),
    freeAndWatch: (devices: readonly number[]) => run(() => forget({ devices, thenWatch: true })),
  };
}
