import { Navigate } from "react-router";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { tooMany } from "./devices-to-forget.ts";
import { useChosenOrnament } from "./use-chosen-ornament.ts";

/** Says that the ornament has its maximum number of devices, and leads to forgetting one. */
export function MaximumDevicesPage() {
  const chosen = useChosenOrnament();
  if (!chosen) return <Navigate to="/user/pin-authorization" replace />;
  const { pin, user } = chosen;
  const thisDevice = pin.devices.find((device) => device.thisDevice)?.id;
  const missing = tooMany({ count: pin.devices.length, limit: user.deviceLimit, thisDevice });
  // A device that can already watch doesn't need this screen.
  if (missing <= 0) return <Navigate to="/user/pin-authorization" replace />;
  const allowed = `${user.deviceLimit} ${user.deviceLimit === 1 ? "device" : "devices"}`;
  return (
    <SignedInCard title="Maximum number of devices">
      <p>
        <strong className="o-break">{ornamentTitle(pin)}</strong> can be used on {allowed}, and{" "}
        {pin.countDevices} {pin.countDevices === 1 ? "is" : "are"} already in use.
      </p>
      <p>
        {missing === 1 ? "Forget a device" : `Forget at least ${missing} devices`} that you no longer use, so
        that this one can watch.
      </p>
      <div className="o-main-action">
        <ButtonLink to="/user/forget-device" tone="action" wide>
          {missing === 1 ? "Forget a device" : "Forget devices"}
        </ButtonLink>
        <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
          Choose another ornament
        </ButtonLink>
      </div>
    </SignedInCard>
  );
}
