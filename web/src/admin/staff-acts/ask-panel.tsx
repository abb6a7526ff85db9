import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { type ItAdminAct, itAdminActNames, itAdminActs } from "@ornament/contracts/domain/it-admin-acts";
import { useState } from "react";
import { Select } from "../../ui/form-fields/select.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { useAskItAdminMutation } from "./staff-acts-api.ts";

type Asked = Pick<ConsumerProfile, "id" | "email"> & {
  pins: { rows: readonly { id: number; pin: string }[] };
};

/** Customer support asks an IT Admin for an act that only they may do. Nothing for IT Admins themselves. */
export function AskPanel({ profile }: { profile: Asked }) {
  const [open, setOpen] = useState(false);
  const mayAsk = useMay(consumerAddresses.askItAdmin);
  const mayAct = useMay(consumerAddresses.eraseConsumer);
  if (!mayAsk || mayAct) return null;
  return (
    <Panel title="What an IT Admin can do">
      <div className="o-row o-row-apart">
        <span className="o-soft">
          Only an IT Admin can change the email, release a PIN, give a copy of the data or erase the consumer.
        </span>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          Ask an IT Admin…
        </Button>
      </div>
      {open && <AskDialog profile={profile} onClosed={() => setOpen(false)} />}
    </Panel>
  );
}

function AskDialog({ profile, onClosed }: { profile: Asked; onClosed: () => void }) {
  const { id, email, pins } = profile;
  const [choice, setChoice] = useState("change-email");
  const [ask] = useAskItAdminMutation();
  const options = itAdminActs.flatMap((act) =>
    act === "release-pin"
      ? pins.rows.map(({ id: pinId, pin }) => ({
          value: `${act} ${pinId}`,
          label: `${itAdminActNames[act]} ${pin}`,
        }))
      : [{ value: act, label: itAdminActNames[act] }],
  );
  const [act, pinId] = choice.split(" ") as [ItAdminAct, string?];
  return (
    <ReasonDialog
      title="Ask an IT Admin?"
      of={`the request about ${email || `consumer ${id}`}`}
      act={{ label: "Ask" }}
      run={(reason) => ask({ id, act, reason, ...(pinId === undefined ? {} : { pinId: Number(pinId) }) })}
      onDone={({ message }) => showToast(message)}
      onClosed={onClosed}
    >
      <p>All IT Admins get a mail with a link to this page. The history records your request.</p>
      <Select label="Act" options={options} value={choice} onChange={setChoice} />
    </ReasonDialog>
  );
}
