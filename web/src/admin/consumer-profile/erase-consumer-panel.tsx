import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { useState } from "react";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { EraseConsumerDialog } from "./erase-consumer-dialog.tsx";

/** Erases the consumer on request. Nothing for admins who may not do it. */
export function EraseConsumerPanel({ profile }: { profile: ConsumerProfile }) {
  const [erasing, setErasing] = useState(false);
  const mayErase = useMay(consumerAddresses.eraseConsumer);
  if (!mayErase) return null;
  return (
    <Panel>
      <div className="o-row o-row-apart">
        <span className="o-soft">
          On the consumer’s request, the account is deleted and the personal data are erased.
        </span>
        <Button tone="danger-quiet" onClick={() => setErasing(true)}>
          Erase consumer…
        </Button>
      </div>
      {erasing && <EraseConsumerDialog profile={profile} onClosed={() => setErasing(false)} />}
    </Panel>
  );
}
