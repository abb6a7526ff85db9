import type { ConsumerRow } from "@ornament/contracts/api/consumers";
import type { consumersTable } from "@ornament/contracts/tables/consumers";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { type Column, type SortColumns, sortColumns } from "../../ui/table/columns.ts";
import { PageButtonLink } from "../instant/page-link.tsx";
import { consumerProfilePath } from "../page/paths.ts";
import { PinStatus } from "../pin-status/pin-status.tsx";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { CutText } from "../table/cut-text.tsx";
import { EmailCell } from "../table/email-text.tsx";
import { PinCode } from "../table/pin-code.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { ResendButton, type Said } from "./resend-button.tsx";

const sorted: SortColumns<ConsumerRow, typeof consumersTable, "id" | "createdAt"> = {
  email: {
    header: "Email Address",
    long: true,
    least: 12,
    text: ({ email }) => email,
    card: "name",
    cell: ({ email }) => <EmailCell email={email} />,
  },
  pin: {
    header: "Ornament PIN",
    cell: ({ pin }) => pin && <PinCode pin={pin.pin} />,
  },
  name: {
    header: "Ornament Name",
    long: true,
    least: 5.5,
    text: ({ pin }) => pin?.name,
    cell: ({ pin }) => pin?.name && <CutText text={pin.name} />,
  },
  status: {
    header: "PIN Status",
    card: "state",
    cell: ({ pin }) => pin && <PinStatus pin={pin} />,
  },
  marketingEmail: {
    header: "Subscription status",
    tooltip: "Whether the consumer receives marketing emails",
    cell: ({ marketingEmail }) => (
      <StateMark tone={marketingEmail ? "good" : "plain"}>
        {marketingEmail ? "Subscribed" : "Unsubscribed"}
      </StateMark>
    ),
  },
};
const columns = sortColumns(sorted);

/**
 * The actions of a row: profile and PIN status with a PIN; Edit and, while unconfirmed, Resend email without
 * one. Admins who may change nothing have only the profile.
 */
export const consumerColumns = (
  mayChange: boolean,
  ask: (target: PinStatusTarget) => void,
  say: (said: Said | undefined) => void,
): readonly Column<ConsumerRow, SortKey<typeof consumersTable>>[] => [
  ...columns,
  {
    key: "actions",
    header: "Actions",
    actions: true,
    cell: ({ id, email, isActivated, pin }) => (
      <div className="hstack gap-2">
        <PageButtonLink
          small
          tone="quiet"
          to={consumerProfilePath(id)}
          aria-label={pin || !mayChange ? `View profile of ${email}` : `Edit ${email}`}
        >
          {pin || !mayChange ? "View profile" : "Edit"}
        </PageButtonLink>
        {pin && <PinStatusButton pin={pin} onAsk={ask} />}
        {!isActivated && <ResendButton email={email} onSaid={say} />}
      </div>
    ),
  },
];
