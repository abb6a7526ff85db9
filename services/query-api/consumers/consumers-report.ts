import { describeDevice } from "@ornament/contracts/domain/device-description";
import type { DeviceDocument } from "@ornament/contracts/read-models/pins";
import type { JoinedRow } from "./consumer-rows.ts";

export const consumersReportName = "Consumers report.csv";

const columns = [
  "Email address",
  "Ornament PIN code",
  "Ornament name",
  "Ornament devices quantity",
  "Marketing subscription status",
  "PIN Status",
  "Account creation date",
  "Email confirmation status",
];

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
  yield [[...columns, ...pairs]];
  const nameOf = deviceNames();
  for await (const rows of chunks) yield rows.map((joined) => toCells(joined, format, nameOf));
}

function toCells({ row, pin }: JoinedRow, format: ReportFormat, nameOf: DeviceNames): string[] {
  const { shownDate } = format;
  return [
    row.email ?? "",
    row.pin ?? "",
    row.name ?? "",
    row.pinId === null ? "" : String(pin?.countDevices ?? 0),
    row.marketingEmail ? "Subscribed" : "Unsubscribed",
    row.pinId === null ? "" : pin?.blocked ? "Deactivated" : "Activated",
    shownDate(row.createdAt),
    row.isActivated ? "Confirmed" : "Not confirmed",
    ...eachDevice(format, (index) => {
      const device = pin?.devices[index];
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
