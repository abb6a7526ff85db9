import { Navigate } from "react-router";
import { Banner } from "../../ui/messages/banner.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { SignedInCard } from "../account/signed-in-card.tsx";
import { ornamentTitle } from "../ornaments/ornament-choice.ts";
import { DeviceRow } from "./device-row.tsx";
import { tooMany } from "./devices-to-forget.ts";
import { FreePlace, FreePlaces } from "./free-place.tsx";
import { type Chosen, useChosenOrnament } from "./use-chosen-ornament.ts";
import { useDeviceList } from "./use-device-list.ts";
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
  const { done, isFreeing, message, freeAndWatch } = useForgetting();
  const { answered, listed, thisDevice, offered } = useDeviceList(chosen);
  const missing = tooMany({ count: pin.devices.length, limit: user.deviceLimit, thisDevice });
  // A device that can already watch doesn't need this screen.
  if (answered && missing <= 0 && !done) return <Navigate to="/user/pin-authorization" replace />;
  const allowed = `${user.deviceLimit} ${user.deviceLimit === 1 ? "device" : "devices"}`;
  return (
    <SignedInCard title="Maximum number of devices">
      <div className="vstack gap-4">
        <p>
          <strong className="text-break">{ornamentTitle(pin)}</strong>{" "}
          <span>{`can be used on ${allowed}, and ${pin.countDevices} ${pin.countDevices === 1 ? "is" : "are"} already in use.`}</span>
        </p>
        {answered && <p className="o-lead">{advice(missing, offered.length > 0)}</p>}
        <Banner tone="error">{message}</Banner>
        {offered.length > 1 && (
          <FreePlaces
            devices={offered}
            busy={offered.some(isFreeing)}
            onFree={() => void freeAndWatch(offered.map(({ id }) => id))}
          />
        )}
        {answered ? (
          <ul
            className={
              offered.length > 0 ? "o-device-list list-unstyled" : "o-device-list list-unstyled o-choices"
            }
            aria-label={`Devices of ${ornamentTitle(pin)}`}
          >
            {listed.map((one) => (
              <DeviceRow key={one.device.id} listed={one}>
                {offered.length === 1 && one.unused && (
                  <FreePlace
                    device={one.device}
                    main={one.device === offered[0]}
                    busy={isFreeing(one.device)}
                    onFree={() => void freeAndWatch([one.device.id])}
                  />
                )}
              </DeviceRow>
            ))}
          </ul>
        ) : (
          <Skeleton lines={6} />
        )}
        <div className="o-main-action">
          <ButtonLink to="/user/forget-device" tone={offered.length > 0 ? "quiet" : "action"} wide>
            {missing > 1 ? "Forget devices" : "Forget a device"}
          </ButtonLink>
          <ButtonLink to="/user/pin-authorization" tone="quiet" wide>
            Choose another ornament
          </ButtonLink>
        </div>
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
