import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { DeviceChoice } from "./device-choice.tsx";
import { stillToChoose } from "./devices-to-forget.ts";
import { FreePlace, FreePlaces } from "./free-place.tsx";
import { type Chosen, useChosenOrnament } from "./use-chosen-ornament.ts";
import { useDeviceList } from "./use-device-list.ts";
import { useForgetting } from "./use-forgetting.ts";

/**
 * Lists the chosen ornament's devices, the longest unused first. The consumer forgets some to make room, or
 * takes the place of one that nobody used for a season.
 */
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

function ForgetDevice(props: Chosen) {
  const { user, pin } = props;
  const { forgetting, isFreeing, message, forget, freeAndWatch } = useForgetting();
  const { answered, listed, thisDevice, offered } = useDeviceList(props);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const chosen = new Set(pin.devices.map(({ id }) => id).filter((id) => ticked.has(id)));
  const missing = stillToChoose({ count: pin.devices.length, limit: user.deviceLimit, chosen, thisDevice });

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
          These devices use <strong className="text-break">{ornamentTitle(pin)}</strong>. You can add a
          forgotten device again when there is room.
        </p>
        {offered.length > 1 && (
          <FreePlaces
            devices={offered}
            busy={offered.some(isFreeing)}
            onFree={() => void freeAndWatch(offered.map(({ id }) => id))}
          />
        )}
        <fieldset className="o-choices">
          <legend className="visually-hidden">Devices</legend>
          {answered ? (
            listed.map((one) => (
              <DeviceChoice
                key={one.device.id}
                listed={one}
                ticked={chosen.has(one.device.id)}
                onTick={(on) => tick(one.device.id, on)}
              >
                {offered.length === 1 && one.unused && (
                  <FreePlace
                    device={one.device}
                    main={false}
                    busy={isFreeing(one.device)}
                    onFree={() => void freeAndWatch([one.device.id])}
                  />
                )}
              </DeviceChoice>
            ))
          ) : (
            <Skeleton lines={6} />
          )}
        </fieldset>
        <Banner tone="error">{message}</Banner>
        <MainAction
          busy={forgetting}
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
