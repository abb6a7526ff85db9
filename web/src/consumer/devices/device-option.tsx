import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import { formatDateTime } from "@ornament/contracts/domain/dates";
import { describeDevice } from "@ornament/contracts/domain/device-description";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A bound device with its name (or a description from its user agent) and its last login. */
export function DeviceOption(props: {
  device: OwnPin["devices"][number];
  isThisDevice: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
}) {
  const { device, isThisDevice, ticked, onTick } = props;
  return (
    <div className={ticked ? "o-choice o-choice-chosen" : "o-choice"}>
      <Checkbox
        checked={ticked}
        onChange={onTick}
        label={
          <>
            <span className="o-choice-name">{device.name || describeDevice(device.title)}</span>{" "}
            {isThisDevice && <span className="o-choice-mark">This device</span>}
          </>
        }
        hint={`Last login ${formatDateTime(new Date(device.lastLogin), zone)}`}
      />
    </div>
  );
}
