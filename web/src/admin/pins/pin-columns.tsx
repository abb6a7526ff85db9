import type { PinRow } from "@ornament/contracts/api/pins";
import type { pinsTable } from "@ornament/contracts/tables/pins";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { DateTime } from "../dates/date-time.tsx";
import { consumerProfilePath } from "../page/paths.ts";
import { Commentary } from "../pin-status/commentary.tsx";
import { PinStatus } from "../pin-status/pin-status.tsx";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { CutText } from "../table/cut-text.tsx";
import { DeviceUse } from "../table/device-use.tsx";
import { EmailCell } from "../table/email-text.tsx";
import { PinCode } from "../table/pin-code.tsx";

const sorted: SortColumns<PinRow, typeof pinsTable, "id"> = {
  pin: {
    header: "PIN",
    card: "name",
    cell: ({ pin }) => <PinCode pin={pin} />,
  },
  email: {
    header: "Email Address",
    long: true,
    least: 10.5,
    text: ({ email }) => email,
    cell: ({ email, userId }) =>
      email && <EmailCell email={email} to={userId === null ? undefined : consumerProfilePath(userId)} />,
  },
  status: {
    header: "PIN Status",
    card: "state",
    cell: (pin) => <PinStatus pin={pin} />,
  },
  countDevices: {
    header: "Devices",
    tooltip: "Devices used / limit",
    cell: ({ countDevices, deviceLimit }) => <DeviceUse used={countDevices} limit={deviceLimit} />,
  },
  batchName: {
    header: "PIN batch",
    long: true,
    least: 5.75,
    text: ({ batchName }) => batchName,
    cell: ({ batchName }) => batchName && <CutText text={batchName} />,
  },
  registeredAt: {
    header: "Activation date",
    cell: ({ registeredAt }) => registeredAt && <DateTime instant={registeredAt} />,
  },
  comment: {
    header: "Commentary",
    tooltip: "The latest deactivation comment",
    long: true,
    least: 5.5,
    text: ({ comment }) => comment,
    cell: (pin) => pin.comment && <Commentary pin={pin} />,
  },
};
const columns = sortColumns(sorted);

const actionColumn = (ask: (target: PinStatusTarget) => void): Column<PinRow, never> => ({
  key: "action",
  header: "Action",
  card: "aside",
  actions: true,
  cell: (row) => <PinStatusButton pin={row} onAsk={ask} />,
});

/**
 * @param ask asks for a change of a PIN's status; undefined for admins who may not change it
 * @param choice the column that chooses rows, first
 */
export const pinColumns = (
  ask: ((target: PinStatusTarget) => void) | undefined,
  choice?: Column<PinRow, never>,
): readonly Column<PinRow, SortKey<typeof pinsTable>>[] => [
  ...(choice ? [choice] : []),
  ...columns,
  ...(ask ? [actionColumn(ask)] : []),
];
