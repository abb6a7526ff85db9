import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import { Navigate } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { useChosenOrnament } from "./use-chosen-ornament.ts";

/** Whether this device can watch as it is: then this screen is not needed. A bound device can at the limit, too. */
const hasRoom = ({ devices }: OwnPin, limit: number) =>
  devices.length < limit || (devices.length === limit && devices.some(({ thisDevice }) => thisDevice));

/** Says that the ornament has its maximum number of devices, and leads to forgetting one. */
export function MaximumDevicesPage() {
  const chosen = useChosenOrnament();
  if (!chosen || hasRoom(chosen.pin, chosen.user.deviceLimit))
    return <Navigate to="/user/pin-authorization" replace />;
  const { pin, user } = chosen;
  const allowed = `${user.deviceLimit} ${user.deviceLimit === 1 ? "device" : "devices"}`;
  return (
    <SignedInCard title="Maximum number of devices">
      <p>
        <strong className="o-break">{ornamentTitle(pin)}</strong> can be used on {allowed}, and{" "}
        {pin.countDevices} {pin.countDevices === 1 ? "is" : "are"} already in use.
      </p>
      <p>Forget a device that you no longer use, so that this one can watch.</p>
      <div className="o-main-action">
        <ButtonLink to="/user/forget-device" tone="action" wide>
          Forget a device
        </ButtonLink>
        <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
          Choose another ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
