import type { OwnPin } from "@ornament/contracts/account/api";
import { limits } from "@ornament/contracts/values/limits";
import { useRef, useState } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { useConsumer } from "../../app/app-hooks.ts";
import { useForm } from "../../forms/use-form.ts";
import { Modal } from "../../ui/dialog/modal.tsx";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useRenameOwnPinMutation } from "../ornaments/ornament-api.ts";
import { PinCode } from "../ornaments/ornament-title.tsx";

/** Changes an ornament's nickname. An empty one removes it. */
export function RenameDialog({ pin, onClose }: { pin: OwnPin | undefined; onClose: () => void }) {
  // The last ornament stays visible while the dialog fades out.
  const last = useRef(pin);
  if (pin) last.current = pin;
  return (
    <Modal
      show={pin !== undefined}
      title={<>Nickname for {last.current && <PinCode pin={last.current.pin} />}</>}
      onClose={onClose}
    >
      {last.current && <RenameForm key={last.current.id} pin={last.current} onDone={onClose} />}
    </Modal>
  );
}

function RenameForm({ pin, onDone }: { pin: OwnPin; onDone: () => void }) {
  const latest = useConsumer()?.version;
  // The version of the name that the parent sees.
  const [version, setVersion] = useState(latest);
  const [rename] = useRenameOwnPinMutation();
  const form = useForm({
    initial: { name: pin.name },
    labels: { name: "Nickname" },
    check: () => ({}),
    // A press outside the dialog closes it. The typed text is kept for the next time.
    keep: { as: `nickname-${pin.id}` },
  });

  const submit = form.submit(async ({ name }) => {
    const { error } = await rename({ id: pin.id, name: name.trim(), version: version ?? latest });
    if (changedMeanwhile(error)) setVersion(undefined);
    if (error) return form.refuse(refusalAt(error, ["name"], "name"));
    form.forget();
    onDone();
  });
  return (
    <form className="vstack gap-4" noValidate onSubmit={submit}>
      <TextField
        {...form.field("name")}
        label="Nickname"
        optional
        hint="Up to 20 characters."
        maxLength={limits.ornamentName}
        autoComplete="off"
        autoCapitalize="words"
        autoFocus
      />
      <Banner tone="error">{form.failure}</Banner>
      <Button type="submit" tone="action" wide busy={form.busy} busyLabel="Saving…">
        Save nickname
      </Button>
    </form>
  );
}
