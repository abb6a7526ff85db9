import { type FormEvent, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError } from "../../app/calls/api-error.ts";
import { checkSession } from "../../app/session/session-actions.ts";
import { useAction } from "../../forms/use-action.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { useRemoveOwnDevicesMutation, useThisDeviceQuery } from "../ornaments/ornament-api.ts";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { deviceTokenOf } from "../player/device-token.ts";
import { useDeviceFailure } from "../watching/use-device-failure.ts";
import type { Forgotten } from "./device-forgotten-page.tsx";
import { DeviceOption } from "./device-option.tsx";
import { stillToChoose } from "./devices-to-forget.ts";
import { type Chosen, useChosenOrnament } from "./use-chosen-ornament.ts";

/** Lists the chosen ornament's devices, the longest unused first. The consumer forgets some to make room. */
export function ForgetDevicePage() {
  const chosen = useChosenOrnament();
  if (!chosen) return <Navigate to="/user/pin-authorization" replace />;
  return <ForgetDevice {...chosen} />;
}

const back = (
  <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
    Back
  </ButtonLink>
);

const forgetLabel = (count: number) => {
  if (count === 0) return "Forget device";
  return `Forget ${count} ${count === 1 ? "device" : "devices"}`;
};

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

function useForgetting() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [remove] = useRemoveOwnDevicesMutation();
  const { busy, run } = useAction();
  const failure = useDeviceFailure("removal");
  const forget = async (devices: readonly number[]) => {
    failure.clear();
    const { data, error } = await remove(devices);
    if (!data) {
      if (isApiError(error) && error.code === "user_error") return;
      // Devices may have been removed in another browser, so the list is read again.
      if (!failure.failed(error)) await dispatch(checkSession());
      return;
    }
    failure.succeeded();
    const state: Forgotten = { names: data.results.map(({ name }) => name) };
    await navigate("/user/message-forget-device", { state, replace: true });
    // After the navigation. Otherwise the list would show for a moment without the forgotten devices.
    await dispatch(checkSession());
  };
  return {
    busy,
    message: failure.message,
    forget: (devices: readonly number[]) => run(() => forget(devices)),
  };
}

function ForgetDevice({ user, pin }: Chosen) {
  const { busy, message, forget } = useForgetting();
  const { answered, id: thisDevice } = useThisDevice({ user, pin });
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const chosen = new Set(pin.devices.map(({ id }) => id).filter((id) => ticked.has(id)));
  const missing = stillToChoose({ count: pin.devices.length, limit: user.deviceLimit, chosen, thisDevice });
  const oldestFirst = [...pin.devices].sort((a, b) => a.lastLogin.localeCompare(b.lastLogin));

  const tick = (id: number, on: boolean) =>
    setTicked((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === 0) void forget([...chosen]);
  };

  if (pin.devices.length === 0)
    return (
      <SignedInCard title="Forget a device">
        <EmptyState action={back}>No device uses this ornament.</EmptyState>
      </SignedInCard>
    );
  return (
    <SignedInCard title="Which devices should we forget?">
      <form noValidate onSubmit={submit}>
        <p className="o-lead">
          These devices use <strong className="o-break">{ornamentTitle(pin)}</strong>. You can add a forgotten
          device again when there is room.
        </p>
        <fieldset className="o-choices">
          <legend className="visually-hidden">Devices</legend>
          {answered ? (
            oldestFirst.map((device) => (
              <DeviceOption
                key={device.id}
                device={device}
                isThisDevice={device.id === thisDevice}
                ticked={chosen.has(device.id)}
                onTick={(on) => tick(device.id, on)}
              />
            ))
          ) : (
            <Skeleton lines={6} />
          )}
        </fieldset>
        <Banner tone="error">{message}</Banner>
        <MainAction
          busy={busy}
          busyLabel="Forgetting…"
          disabled={missing > 0 || !answered}
          note={missing > 0 ? `Choose ${chosen.size > 0 ? `${missing} more` : `at least ${missing}`}.` : ""}
          more={back}
        >
          {forgetLabel(chosen.size)}
        </MainAction>
      </form>
    </SignedInCard>
  );
}
