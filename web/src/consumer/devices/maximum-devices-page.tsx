import { Navigate } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { useChosenOrnament } from "./use-chosen-ornament.ts";

/** Says that the ornament has its maximum number of devices, and leads to forgetting one. */
export function MaximumDevicesPage() {
  const chosen = useChosenOrnament();
  // If there is room for another device, this screen is not needed.
  if (!chosen || chosen.pin.countDevices < chosen.user.deviceLimit)
    return <Navigate to="/user/pin-authorization" replace />;
  const { pin, user } = chosen;
  const allowed = `${user.deviceLimit} ${user.deviceLimit === 1 ? "device" : "devices"}`;
  return (
    <SignedInCard title="Maximum number of devices">
      <p>
        <strong className="o-break">{ornamentTitle(pin)}</strong> can be used on {allowed}, and{" "}
        {pin.countDevices} {pin.countDevices === 1 ? "is" : "are"} already in use.
      </p>
      <p>Forget a device that you no longer use to make room for this one.</p>
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
