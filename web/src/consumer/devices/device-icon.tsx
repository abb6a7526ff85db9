import { type DeviceKind, kindOfDevice } from "@ornament/contracts/domain/device-description";
import { LineDrawing } from "../../ui/icon.tsx";

const shapes = {
  phone:
    "M8 2.8h8a1.2 1.2 0 0 1 1.2 1.2v16a1.2 1.2 0 0 1-1.2 1.2H8A1.2 1.2 0 0 1 6.8 20V4A1.2 1.2 0 0 1 8 2.8zM11 18.2h2",
  tablet:
    "M5.5 2.8h13A1.2 1.2 0 0 1 19.7 4v16a1.2 1.2 0 0 1-1.2 1.2h-13A1.2 1.2 0 0 1 4.3 20V4a1.2 1.2 0 0 1 1.2-1.2zM10.7 18.2h2.6",
  tv: "M3.6 7.5h16.8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3.6a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM8.3 3.2l3.7 4.1 3.7-4.1M7 18.7l-1 2.3M17 18.7l1 2.3",
  computer:
    "M6 4.8h12a1.2 1.2 0 0 1 1.2 1.2v9.2H4.8V6A1.2 1.2 0 0 1 6 4.8zM2.4 15.2h19.2l-.9 2.8a1.4 1.4 0 0 1-1.3.9H4.6a1.4 1.4 0 0 1-1.3-.9z",
  unknown:
    "M4.5 4.8h15A1.2 1.2 0 0 1 20.7 6v12a1.2 1.2 0 0 1-1.2 1.2h-15A1.2 1.2 0 0 1 3.3 18V6a1.2 1.2 0 0 1 1.2-1.2zM3.3 9h17.4M6.3 6.9h.1M8.9 6.9h.1",
} as const satisfies Record<DeviceKind, string>;

/** The kind of a device: phone, tablet, television or computer. Screen readers skip it. */
export const DeviceIcon = ({ userAgent }: { userAgent: string }) => (
  <span className="o-device-icon">
    <LineDrawing shape={shapes[kindOfDevice(userAgent)]} />
  </span>
);
