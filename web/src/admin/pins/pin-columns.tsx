import type { PinRow } from "@ornament/contracts/api/pins";
import type { pinsTable } from "@ornament/contracts/tables/pins";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { Link } from "react-router";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { DateTime } from "../dates/date-time.tsx";
import { consumerProfilePath } from "../page/paths.ts";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { CutText } from "../table/cut-text.tsx";
import { DeviceUse } from "../table/device-use.tsx";
import { EmailText } from "../table/email-text.tsx";
import { PinStatusMark } from "../table/pin-status-mark.tsx";

const sorted: SortColumns<PinRow, typeof pinsTable, "id"> = {
  pin: {
    header: "PIN",
    cell: ({ pin }) => <span className="o-numbers">{pin}</span>,
  },
  email: {
    header: "Email Address",
    cell: ({ email, userId }) =>
      email && userId !== null ? (
        <Link to={consumerProfilePath(userId)}>
          <EmailText email={email} />
        </Link>
      ) : (
        email
      ),
  },
  status: {
    header: "PIN Status",
    cell: ({ status }) => <PinStatusMark registered={status} />,
  },
  countDevices: {
    header: "Devices",
    tooltip: "Devices used / limit",
    cell: ({ countDevices, deviceLimit }) => <DeviceUse used={countDevices} limit={deviceLimit} />,
  },
  batchName: {
    header: "PIN batch",
    cell: ({ batchName }) => <CutText text={batchName} />,
  },
  registeredAt: {
    header: "Activation date",
    cell: ({ registeredAt }) => <DateTime instant={registeredAt} />,
  },
  comment: {
    header: "Commentary",
    tooltip: "The latest deactivation comment",
    cell: ({ pinDeactivationComments: [latest] }) => <CutText text={latest?.comment ?? ""} />,
  },
};
const columns = sortColumns(sorted);

export const pinColumns = (
  ask: (target: PinStatusTarget) => void,
): readonly Column<PinRow, SortKey<typeof pinsTable>>[] => [
  ...columns,
  { key: "action", header: "Action", pinned: true, cell: (row) => <PinStatusButton pin={row} onAsk={ask} /> },
];
