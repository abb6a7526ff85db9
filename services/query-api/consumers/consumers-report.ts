import { describeDevice } from "@ornament/contracts/devices/device-description";
import type { DeviceDocument } from "@ornament/contracts/pins/document";
import type { JoinedRow } from "./consumer-rows.ts";

export const consumersReportName = "Consumers report.csv";

type Column = (joined: JoinedRow, shownDate: ReportFormat["shownDate"]) => string;

const columns: Readonly<Record<string, Column>> = {
  "Email address": ({ row }) => row.email ?? "",
  "Ornament PIN code": ({ row }) => row.pin ?? "",
  "Ornament name": ({ row }) => row.name ?? "",
  "Ornament devices quantity": ({ row, pin }) => (row.pinId === null ? "" : String(pin?.countDevices ?? 0)),
  "Marketing subscription status": ({ row }) => (row.marketingEmail ? "Subscribed" : "Unsubscribed"),
  "PIN Status": ({ row, pin }) => (row.pinId === null ? "" : pin?.blocked ? "Deactivated" : "Activated"),
  "Account creation date": ({ row }, shownDate) => shownDate(row.createdAt),
  "Email confirmation status": ({ row }) => (row.isActivated ? "Confirmed" : "Not confirmed"),
};

export interface ReportFormat {
  /** The number of pairs of device columns. Rows with fewer devices are padded. */
  devices: number;
  shownDate: (instant: Date) => string;
}

/** The Consumers report, in chunks: a row for each PIN, and one with blanks for a consumer without a PIN. */
export async function* consumersReport(
  chunks: AsyncIterable<readonly JoinedRow[]>,
  format: ReportFormat,
): AsyncGenerator<string[][]> {
  const pairs = eachDevice(format, (index) => [`Device ${index + 1}`, `Device ${index + 1} last login`]);
  yield [[...Object.keys(columns), ...pairs]];
  const nameOf = deviceNames();
  for await (const rows of chunks) yield rows.map((joined) => toCells(joined, format, nameOf));
}

function toCells(joined: JoinedRow, format: ReportFormat, nameOf: DeviceNames): string[] {
  const { shownDate } = format;
  return [
    ...Object.values(columns).map((cell) => cell(joined, shownDate)),
    ...eachDevice(format, (index) => {
      const device = joined.pin?.devices[index];
      return device ? [nameOf(device), shownDate(device.lastLogin)] : ["", ""];
    }),
  ];
}

const eachDevice = ({ devices }: ReportFormat, cells: (index: number) => [string, string]) =>
  Array.from({ length: devices }, (_, index) => cells(index)).flat();

type DeviceNames = (device: DeviceDocument) => string;

const mostDescriptions = 10_000;

/** A device's name, otherwise a description of its user agent, cached because parsing is slow. */
function deviceNames(): DeviceNames {
  const descriptions = new Map<string | null, string>();
  return ({ name, userAgent }) => {
    if (name) return name;
    const known = descriptions.get(userAgent);
    if (known !== undefined) return known;
    const description = describeDevice(userAgent);
    if (descriptions.size < mostDescriptions) descriptions.set(userAgent, description);
    return description;
  };
}
