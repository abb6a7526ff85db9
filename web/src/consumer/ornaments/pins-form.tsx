import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { limits } from "@ornament/contracts/domain/limits";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { localStore } from "../../app/safe-storage.ts";
import { principalChanged } from "../../app/session-slice.ts";
import { useAction } from "../../forms/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MainAction } from "../forms/main-action.tsx";
import { deviceTokenOf, storeDeviceToken } from "../player/device-token.ts";
import { type ActivatedPins, useActivatePinsMutation } from "./ornament-api.ts";
import { PinRowFields } from "./pin-row-fields.tsx";
import { pinFieldId } from "./pin-rows.ts";
import { usePinRows } from "./use-pin-rows.ts";

export interface PinsFormProps {
  user: SignedInConsumer;
  /** Whether the same call also binds this device to the first PIN. */
  bindThisDevice: boolean;
  onAdded: (answer: ActivatedPins) => void;
  more?: ReactNode;
}

/** A form for one or more PINs with nicknames. The server adds all of them or none. */
export function PinsForm({ user, bindThisDevice, onAdded, more }: PinsFormProps) {
  const form = usePinRows();
  const { busy, failure, send } = useSending(form, { user, bindThisDevice, onAdded });
  const [focus, setFocus] = useState<{ fieldId: string }>();
  useEffect(() => {
    if (focus) document.getElementById(focus.fieldId)?.focus();
  }, [focus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const remove = (id: number) => {
    const [first] = form.rows.filter((row) => row.id !== id);
    form.remove(id);
    if (first) setFocus({ fieldId: pinFieldId(first) });
  };
  const maxRows = limits.ornamentsPerAccount - user.pins.count;

  return (
    <form noValidate onSubmit={submit}>
      <ErrorSummary {...form.summary} />
      {form.rows.map((row, index) => (
        <PinRowFields
          key={row.id}
          form={form}
          row={row}
          position={index + 1}
          onRemove={() => remove(row.id)}
        />
      ))}
      {form.rows.length < maxRows && (
        <Button tone="quiet" onClick={() => setFocus({ fieldId: pinFieldId(form.add()) })}>
          <Icon name="plus" /> Add another ornament
        </Button>
      )}
      <Banner tone="error">{failure}</Banner>
      <MainAction busy={busy} busyLabel="One moment…" more={more}>
        Next
      </MainAction>
    </form>
  );
}

function useSending(
  form: ReturnType<typeof usePinRows>,
  { user, bindThisDevice, onAdded }: Pick<PinsFormProps, "user" | "bindThisDevice" | "onAdded">,
) {
  const dispatch = useAppDispatch();
  const [activate] = useActivatePinsMutation();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string>();

  const send = async () => {
    setFailure(undefined);
    if (!form.validate()) return;
    const { data, error } = await activate({
      userId: user.id,
      email: user.email,
      pin: form.rows.map(({ pin, name }) => ({ pin, name: name.trim() })),
      ...(bindThisDevice
        ? { device: navigator.userAgent, deviceToken: deviceTokenOf(localStore, user.id) }
        : {}),
    });
    if (!data) return setFailure(form.showError(error));
    if (data.binding) storeDeviceToken(localStore, user.id, data.binding.device.deviceToken);
    dispatch(principalChanged({ user: data.user }));
    onAdded(data);
  };
  return { busy, failure, send: () => run(send) };
}
