import { useState } from "react";
import { useNavigate } from "react-router";
import { readAccount } from "../../app/api/api-base.ts";
import { useAppDispatch, useConsumer } from "../../app/app-hooks.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError } from "../../app/calls/api-error.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { useAction } from "../../forms/use-action.ts";
import { useBindDeviceMutation, useSelectPinMutation } from "../ornaments/ornament-api.ts";
import { storeOrnament } from "../ornaments/ornament-choice.ts";
import { deviceTokenOf, storeDeviceToken, watchLink } from "../ornaments/this-device.ts";
import { useDeviceFailure } from "./use-device-failure.ts";

const playerNotSetUp =
  "Our video player is not ready yet. Your ornament is fine. Please try again later today, or contact us.";

/**
 * Saves the chosen ornament, and binds this device to it. A refusal opens the
 * screen or dialog that explains it.
 */
export function useWatchOrnament() {
  const dispatch = useAppDispatch();
  const user = useConsumer();
  const navigate = useNavigate();
  const [select] = useSelectPinMutation();
  const [bind] = useBindDeviceMutation();
  const { busy, run } = useAction();
  const failure = useDeviceFailure("binding");
  const [watching, setWatching] = useState<{ link: string; name: string }>();
  const [playerMissing, setPlayerMissing] = useState(false);

  const refused = async (error: unknown) => {
    const code = isApiError(error) ? error.code : undefined;
    if (code === "device_limit_reached") {
      await dispatch(readAccount());
      await navigate("/user/maximum-number-devices");
    } else if (code === "lockedpin" || code === "deactivated") {
      await dispatch(readAccount());
      await navigate({ hash: `#${code}` }, { replace: true });
    } else if (code !== "user_error") failure.failed(error);
  };

  const watch = async (pinId: number) => {
    if (!user) return;
    failure.clear();
    setPlayerMissing(false);
    const selected = await select(pinId);
    if (selected.error) return refused(selected.error);
    storeOrnament(sessionStore, pinId);
    const { data, error } = await bind({ pinId, deviceToken: deviceTokenOf(localStore, user.id) });
    if (!data) return refused(error);
    failure.succeeded();
    if (!data.device.deviceToken) return dispatch(signOut());
    storeDeviceToken(localStore, user.id, data.device.deviceToken);
    const link = watchLink(data.playerUrl, data.device.deviceToken);
    const name = user.pins.rows.find(({ id }) => id === pinId)?.name ?? "";
    if (link === undefined) setPlayerMissing(true);
    else setWatching({ link, name });
  };

  return {
    busy,
    /** The player's link and the ornament's name, as soon as this device is bound. */
    watching,
    message: playerMissing ? playerNotSetUp : failure.message,
    watch: (pinId: number) => run(() => watch(pinId)),
  };
}
