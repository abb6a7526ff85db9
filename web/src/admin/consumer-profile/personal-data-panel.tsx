import { consumerAddresses, dataCopyAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { DataCopyDialog } from "../data-copy/data-copy-dialog.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { EraseConsumerDialog } from "./erase-consumer-dialog.tsx";

/** The rights of a person over the data that are held about them. Nothing for admins who may not act on them. */
export function PersonalDataPanel({ profile }: { profile: Pick<ConsumerProfile, "id" | "email" | "pins"> }) {
  const [open, setOpen] = useState<"copy" | "erasure">();
  const mayCopy = useMay(dataCopyAddresses.consumerDataCopy);
  const mayErase = useMay(consumerAddresses.eraseConsumer);
  if (!mayCopy && !mayErase) return null;
  const close = () => setOpen(undefined);
  return (
    <Panel title="Data held about this person">
      {mayCopy && (
        <div className="hstack flex-wrap gap-3 justify-content-between">
          <span className="text-body-secondary">
            The person may ask for a copy of all data that the product holds.
          </span>
          <Button tone="quiet" onClick={() => setOpen("copy")}>
            <Icon name="download" />
            Copy of the data…
          </Button>
        </div>
      )}
      {mayErase && (
        <div className="hstack flex-wrap gap-3 justify-content-between mt-4">
          <span className="text-body-secondary">
            On the person’s request, the account is deleted and the personal data are erased.
          </span>
          <Button tone="danger-quiet" onClick={() => setOpen("erasure")}>
            Erase consumer…
          </Button>
        </div>
      )}
      {open === "copy" && <DataCopyDialog consumer={profile} onClosed={close} />}
      {open === "erasure" && <EraseConsumerDialog profile={profile} onClosed={close} />}
    </Panel>
  );
}
