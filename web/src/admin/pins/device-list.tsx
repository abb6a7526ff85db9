import type { DeviceRow } from "@ornament/contracts/devices/api";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import { managedDevicePaths } from "@ornament/contracts/routes/back-office";
import { requiredMessage } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { useMay } from "../page/may.ts";
import { InlineEdit, useVersionedName } from "../typed-text/inline-edit.tsx";
import { useRemoveDeviceMutation, useUpdateDeviceNameMutation } from "./pins-api.ts";

export interface DeviceListProps {
  /** XXXX-XXX */
  pin: string;
  devices: readonly DeviceRow[];
  /** The version of the PIN, which has the names of its devices. */
  version: string;
  /** Reads the PIN again and returns its version. */
  reload: () => Promise<string | undefined>;
  /** Called when a device was removed, together with the button that had the focus. */
  onRemoved: () => void;
}

export function DeviceList({ devices, onRemoved, ...ofPin }: DeviceListProps) {
  const { pin } = ofPin;
  const [removing, setRemoving] = useState<DeviceRow>();
  return (
    <div className="o-devices">
      {devices.length === 0 ? (
        <p className="text-body-secondary mb-0">No device is bound to this PIN.</p>
      ) : (
        <ul className="o-rows list-unstyled" aria-label={`Devices of ${pin}`}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} {...ofPin} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {removing && (
        <RemoveDeviceDialog
          id={removing.id}
          name={nameOf(removing)}
          pin={pin}
          onClosed={(removed) => {
            setRemoving(undefined);
            if (removed) onRemoved();
          }}
        />
      )}
    </div>
  );
}

const nameOf = ({ name, title }: DeviceRow) => name || describeDevice(title);

interface DeviceItemProps extends Omit<DeviceListProps, "devices" | "onRemoved"> {
  device: DeviceRow;
  onRemove: (device: DeviceRow) => void;
}

function DeviceItem({ device, pin, version, reload, onRemove }: DeviceItemProps) {
  const { id, name, title, lastLogin } = device;
  const described = describeDevice(title);
  const mayRemove = useMay(managedDevicePaths.removeDevice);
  const [rename] = useUpdateDeviceNameMutation();
  const saving = useVersionedName({
    id: `device ${id}`,
    shown: (
      <>
        {described} of <InOneLine>{pin}</InOneLine>
      </>
    ),
    name,
    version,
    reload,
    rename: (next, read) => rename({ id, name: next, version: read }),
  });
  return (
    <li className="o-device" aria-label={nameOf(device)}>
      <Tooltip text={title}>
        <button type="button" className="o-device-title">
          {described}
        </button>
      </Tooltip>
      <InlineEdit
        needs={managedDevicePaths.updateDeviceName}
        label="Device name"
        of={described}
        path="name"
        value={name}
        placeholder="No name"
        maxLength={limits.deviceName}
        check={(text) => (text === "" ? requiredMessage : undefined)}
        {...saving}
      />
      <p className="o-device-login text-body-secondary">
        Last login <DateTime instant={lastLogin} />
      </p>
      {mayRemove && (
        <Button
          small
          tone="danger-quiet"
          aria-label={`Delete ${nameOf(device)}`}
          onClick={() => onRemove(device)}
        >
          Delete
        </Button>
      )}
    </li>
  );
}

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
