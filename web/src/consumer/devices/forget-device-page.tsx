import { type FormEvent, useState } from "react";
import { Navigate } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { MainAction } from "../forms/form-card.tsx";
import { QuietLink } from "../layout/card.tsx";
import { OrnamentTitle } from "../ornaments/ornament-title.tsx";
import { DeviceList } from "./device-list.tsx";
import { stillToChoose } from "./devices.ts";
import { type Chosen, useChosenOrnament, useDeviceList } from "./use-device-list.ts";
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

const back = <QuietLink to="/user/pin-authorization">Back</QuietLink>;

const forgetLabel = (count: number) => {
  if (count === 0) return "Forget device";
  return `Forget ${count} ${count === 1 ? "device" : "devices"}`;
};

function ForgetDevice(props: Chosen) {
  const { user, pin } = props;
  const forgetting = useForgetting();
  const list = useDeviceList(props);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState(false);
  const chosen = new Set(pin.devices.map(({ id }) => id).filter((id) => ticked.has(id)));
  const missing = stillToChoose({
    count: pin.devices.length,
    limit: user.deviceLimit,
    chosen,
    thisDevice: list.thisDevice,
  });

  const tick = (id: number, on: boolean) =>
    setTicked((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  const note = missing > 0 ? `Choose ${chosen.size > 0 ? `${missing} more` : `at least ${missing}`}.` : "";
  const refuse = () => {
    setRefused(true);
    document.querySelector<HTMLElement>("#content input:not(:checked)")?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === 0) void forgetting.forget([...chosen]);
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
          These devices use{" "}
          <strong className="text-break">
            <OrnamentTitle of={pin} />
          </strong>
          . You can add a forgotten device again when there is room.
        </p>
        <DeviceList
          label="Devices"
          list={list}
          forgetting={forgetting}
          choice={{ ticked: chosen, onTick: tick, error: refused ? note : undefined }}
        />
        <Banner tone="error">{forgetting.message}</Banner>
        <MainAction
          busy={forgetting.forgetting}
          busyLabel="Forgetting…"
          disabled={missing > 0 || !list.answered}
          onDisabledPress={refuse}
          note={refused ? "" : note}
          more={back}
        >
          {forgetLabel(chosen.size)}
        </MainAction>
      </form>
    </SignedInCard>
  );
}
