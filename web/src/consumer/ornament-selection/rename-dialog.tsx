import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import { limits } from "@ornament/contracts/domain/limits";
import { type FormEvent, useRef, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session-actions.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { refusalAt } from "../forms/refusal-at.ts";
import { useAction } from "../forms/use-action.ts";
import { useTextForm } from "../forms/use-text-form.ts";
import { useRenameOwnPinMutation } from "../ornaments/ornament-api.ts";

/** Changes an ornament's nickname. An empty one removes it. */
export function RenameDialog({ pin, onClose }: { pin: OwnPin | undefined; onClose: () => void }) {
  // The last ornament stays visible while the dialog fades out.
  const last = useRef(pin);
  if (pin) last.current = pin;
  return (
    <Modal show={pin !== undefined} title={`Nickname for ${last.current?.pin}`} onClose={onClose}>
      {last.current && <RenameForm key={last.current.id} pin={last.current} onDone={onClose} />}
    </Modal>
  );
}

function RenameForm({ pin, onDone }: { pin: OwnPin; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const [rename] = useRenameOwnPinMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();
  const form = useTextForm({ name: pin.name }, { name: "Nickname" }, () => ({}));

  const save = async () => {
    setFailure(undefined);
    form.tried();
    const { error } = await rename({ id: pin.id, name: form.values.name.trim() });
    if (error) {
      const refusal = refusalAt(error, ["name"], "name");
      setFailure(refusal.message);
      return form.refused(refusal.fields);
    }
    await dispatch(checkSession());
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(save);
  };
  return (
    <form className="o-stack" noValidate onSubmit={submit}>
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
      <Banner tone="error">{failure}</Banner>
      <Button type="submit" tone="action" wide busy={busy} busyLabel="Saving…">
        Save nickname
      </Button>
    </form>
  );
}
