import { Navigate } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { MainActions, QuietLink } from "../layout/card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { DeviceList } from "./device-list.tsx";
import { type Chosen, useChosenOrnament, useDeviceList } from "./use-device-list.ts";
import { useForgetting } from "./use-forgetting.ts";

/**
 * Says that the ornament has its maximum number of devices, and shows them. Places that nobody used for a
 * season are offered to this device; others are chosen on the next screen.
 */
export function MaximumDevicesPage() {
  const chosen = useChosenOrnament();
  if (!chosen) return <Navigate to="/user/pin-authorization" replace />;
  return <MaximumDevices {...chosen} />;
}

function MaximumDevices(chosen: Chosen) {
  const { pin, user } = chosen;
  const forgetting = useForgetting();
  const list = useDeviceList(chosen);
  const { answered, missing, offered } = list;
  // A device that can already watch doesn't need this screen.
  if (answered && missing <= 0 && !forgetting.done) return <Navigate to="/user/pin-authorization" replace />;
  const allowed = `${user.deviceLimit} ${user.deviceLimit === 1 ? "device" : "devices"}`;
  return (
    <SignedInCard title="Maximum number of devices">
      <div className="vstack gap-4">
        <p>
          <strong className="text-break">{ornamentTitle(pin)}</strong>{" "}
          <span>{`can be used on ${allowed}, and ${pin.countDevices} ${pin.countDevices === 1 ? "is" : "are"} already in use.`}</span>
        </p>
        {answered && <p className="o-lead">{advice(missing, offered.length > 0)}</p>}
        <Banner tone="error">{forgetting.message}</Banner>
        <DeviceList label={`Devices of ${ornamentTitle(pin)}`} list={list} forgetting={forgetting} />
        <MainActions more={<QuietLink to="/user/pin-authorization">Choose another ornament</QuietLink>}>
          <ButtonLink to="/user/forget-device" tone={offered.length > 0 ? "quiet" : "action"} wide>
            {missing > 1 ? "Forget devices" : "Forget a device"}
          </ButtonLink>
        </MainActions>
      </div>
    </SignedInCard>
  );
}

function advice(missing: number, isOffered: boolean): string {
  const forget = missing === 1 ? "forget a device" : `forget at least ${missing} devices`;
  return isOffered
    ? `Take a place that nobody has used since last season, or ${forget} of your choice.`
    : `${forget.replace("f", "F")} that you no longer use, so that this one can watch.`;
}
