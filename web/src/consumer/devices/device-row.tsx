import type { ReactNode } from "react";
import { DeviceName, DeviceUse } from "./device-facts.tsx";
import { DeviceIcon } from "./device-icon.tsx";
import type { ListedDevice } from "./unused-places.ts";

/** A device of the list with its icon, name and last use. `children`: its button. */
export function DeviceRow({ listed, children }: { listed: ListedDevice; children?: ReactNode }) {
  return (
    <li className={listed.unused ? "o-choice o-device o-device-offered" : "o-choice o-device"}>
      <div className="o-device-facts">
        <DeviceIcon userAgent={listed.device.title} />
        <DeviceName {...listed} />
        <div className="o-hint">
          <DeviceUse {...listed} />
        </div>
      </div>
      {children}
    </li>
  );
}
