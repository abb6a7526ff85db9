import type { PinRow } from "@ornament/contracts/api/pins";
import { Link } from "react-router";
import type { Column } from "../../ui/table/data-table.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { consumerProfilePath } from "../paths.ts";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { CutText } from "../table/cut-text.tsx";
import { DeviceUse } from "../table/device-use.tsx";
import { EmailText } from "../table/email-text.tsx";
import { PinStatusMark } from "../table/pin-status-mark.tsx";

const columns: readonly Column<PinRow>[] = [
  {
    key: "pin",
    header: "PIN",
    sortField: "pin",
    cell: ({ pin }) => <span className="o-numbers">{pin}</span>,
  },
  {
    key: "email",
    header: "Email Address",
    sortField: "email",
    cell: ({ email, userId }) =>
      email && userId !== null ? (
        <Link to={consumerProfilePath(userId)}>
          <EmailText email={email} />
        </Link>
      ) : (
        email
      ),
  },
  {
    key: "status",
    header: "PIN Status",
    sortField: "status",
    cell: ({ status }) => <PinStatusMark registered={status} />,
  },
  {
    key: "devices",
    header: "Devices",
    sortField: "countDevices",
    tooltip: "Devices bound to the PIN, of how many it may hold",
    cell: ({ countDevices, deviceLimit }) => <DeviceUse used={countDevices} limit={deviceLimit} />,
  },
  {
    key: "batch",
    header: "PIN batch",
    sortField: "batchName",
    cell: ({ batchName }) => <CutText text={batchName} />,
  },
  {
    key: "registeredAt",
    header: "Activation date",
    sortField: "registeredAt",
    cell: ({ registeredAt }) => <DateTime instant={registeredAt} />,
  },
  {
    key: "comment",
    header: "Commentary",
    sortField: "comment",
    tooltip: "The latest deactivation comment",
    cell: ({ pinDeactivationComments: [latest] }) => <CutText text={latest?.comment ?? ""} />,
  },
];

export const pinColumns = (ask: (target: PinStatusTarget) => void): readonly Column<PinRow>[] => [
  ...columns,
  { key: "action", header: "Action", pinned: true, cell: (row) => <PinStatusButton pin={row} onAsk={ask} /> },
];
