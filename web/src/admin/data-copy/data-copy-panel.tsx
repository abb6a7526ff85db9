import { dataCopyAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { DataCopyDialog } from "./data-copy-dialog.tsx";

/** The right of access: the copy of the data that are held about a consumer. Nothing for other roles. */
export function DataCopyPanel({ profile }: { profile: Pick<ConsumerProfile, "id" | "email"> }) {
  const [open, setOpen] = useState(false);
  if (!useMay(dataCopyAddresses.consumerDataCopy)) return null;
  return (
    <Panel title="Data held about this person">
      <div className="o-row o-row-apart">
        <span className="o-soft">The person may ask for a copy of all data that the product holds.</span>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          <Icon name="download" />
          Copy of the data…
        </Button>
      </div>
      {open && <DataCopyDialog consumer={profile} onClosed={() => setOpen(false)} />}
    </Panel>
  );
}
