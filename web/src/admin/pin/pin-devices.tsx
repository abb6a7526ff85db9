import type { PinProfile } from "@ornament/contracts/api/pins";
import { useRef } from "react";
import { chunk } from "../../app/loading/chunk.ts";
import { loadLater } from "../../app/screens/load-later.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { DeviceUse } from "../table/device-use.tsx";

// The library that describes user agents is large, so it is not loaded for a PIN without devices.
const DeviceList = loadLater(
  chunk(async () => (await import("../consumer-profile/device-list.tsx")).DeviceList),
  <Skeleton lines={2} />,
);

/** The devices of a PIN and how many it may have. */
export function PinDevices({
  pin,
  reload,
}: {
  pin: PinProfile;
  /** Reads the PIN again. */
  reload: () => Promise<PinProfile | undefined>;
}) {
  const count = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={count} tabIndex={-1} className="mb-2">
        <DeviceUse used={pin.countDevices} limit={pin.deviceLimit} />
      </p>
      {pin.devices.length > 0 && (
        <DeviceList
          pin={pin.pin}
          devices={pin.devices}
          profileId={String(pin.userId ?? "")}
          version={pin.version}
          reload={async () => (await reload())?.version}
          // After the dialog has tried to return the focus to the removed button.
          onRemoved={() => requestAnimationFrame(() => count.current?.focus())}
        />
      )}
    </>
  );
}
