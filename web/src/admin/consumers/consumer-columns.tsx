import type { ConsumerRow } from "@ornament/contracts/api/consumers";
import { ButtonLink } from "../../ui/button-link.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { consumerProfilePath } from "../paths.ts";
import { PinStatusButton } from "../pin-status/pin-status-button.tsx";
import type { PinStatusTarget } from "../pin-status/pin-status-dialog.tsx";
import { EmailText } from "../table/email-text.tsx";
import { PinStatusMark } from "../table/pin-status-mark.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { ResendButton, type Said } from "./resend-button.tsx";

const columns: readonly Column<ConsumerRow>[] = [
  {
    key: "email",
    header: "Email Address",
    sortField: "email",
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    key: "pin",
    header: "Ornament PIN",
    sortField: "pin",
    cell: ({ pin }) => pin && <span className="o-numbers">{pin.pin}</span>,
  },
  {
    key: "name",
    header: "Ornament Name",
    sortField: "name",
    cell: ({ pin }) => pin?.name && <span className="o-cell-text">{pin.name}</span>,
  },
  {
    key: "status",
    header: "PIN Status",
    sortField: "status",
    cell: ({ pin }) => pin && <PinStatusMark registered={pin.status} />,
  },
  {
    key: "subscription",
    header: "Subscription status",
    sortField: "marketingEmail",
    tooltip: "Whether the consumer receives marketing emails",
    cell: ({ marketingEmail }) => (
      <StateMark tone={marketingEmail ? "good" : "plain"}>
        {marketingEmail ? "Subscribed" : "Unsubscribed"}
      </StateMark>
    ),
  },
];

/** A consumer with a PIN: its profile and the PIN's status; without one: Edit and another activation mail (spec §2). */
export const consumerColumns = (
  ask: (target: PinStatusTarget) => void,
  say: (said: Said | undefined) => void,
): readonly Column<ConsumerRow>[] => [
  ...columns,
  {
    key: "actions",
    header: "Actions",
    pinned: true,
    cell: ({ id, email, pin }) => (
      <div className="o-cell-actions">
        <ButtonLink
          small
          tone="quiet"
          to={consumerProfilePath(id)}
          aria-label={pin ? `View profile of ${email}` : `Edit ${email}`}
        >
          {pin ? "View profile" : "Edit"}
        </ButtonLink>
        {pin ? <PinStatusButton pin={pin} onAsk={ask} /> : <ResendButton email={email} onSaid={say} />}
      </div>
    ),
  },
];
