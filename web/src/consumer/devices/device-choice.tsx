import type { ReactNode } from "react";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { DeviceName, DeviceUse } from "./device-facts.tsx";
import { DeviceIcon } from "./device-icon.tsx";
import type { ListedDevice } from "./unused-places.ts";

/** A device of the list that can be chosen to be forgotten. `children`: its button. */
export function DeviceChoice(props: {
  listed: ListedDevice;
  ticked: boolean;
  onTick: (on: boolean) => void;
  children?: ReactNode;
}) {
  const { listed, ticked, onTick, children } = props;
  const offered = listed.unused ? " o-device-offered" : "";
  return (
    <div className={`o-choice o-device${offered}${ticked ? " o-choice-chosen" : ""}`}>
      <Checkbox
        checked={ticked}
        onChange={onTick}
        label={
          <>
            <DeviceIcon userAgent={listed.device.title} />
            <DeviceName {...listed} />
          </>
        }
        hint={<DeviceUse {...listed} />}
      />
      {children}
    </div>
  );
}
