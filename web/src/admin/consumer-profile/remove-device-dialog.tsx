import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { useRemoveDeviceMutation } from "./profile-api.ts";

export function RemoveDeviceDialog(props: {
  id: number;
  name: string;
  /** XXXX-XXX */
  pin: string;
  onClosed: (removed: boolean) => void;
}) {
  const { id, name, pin, onClosed } = props;
  const [show, setShow] = useState(true);
  const [remove, { data, isLoading, error }] = useRemoveDeviceMutation();
  const confirm = async () => {
    const { data: removed } = await remove({ id, name });
    if (removed) setShow(false);
  };
  return (
    <ConfirmDialog
      show={show}
      title="Are you sure you want to delete device?"
      confirmLabel="Delete"
      danger
      busy={isLoading}
      error={error === undefined ? undefined : messageOf(error)}
      onConfirm={() => void confirm()}
      onCancel={() => setShow(false)}
      onClosed={() => {
        if (data)
          showToast(
            <>
              The device “<bdi>{name}</bdi>” was removed from <InOneLine>{pin}</InOneLine>.
            </>,
          );
        onClosed(data !== undefined);
      }}
    >
      <p>
        <strong className="text-break" dir="auto">
          {name}
        </strong>{" "}
        cannot play the videos until it is bound again. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
