import { managedOrnamentPaths } from "@ornament/contracts/routes/back-office";
import { limits } from "@ornament/contracts/values/limits";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { InlineEdit, useVersionedName } from "../typed-text/inline-edit.tsx";
import { useUpdatePinNameMutation } from "./pins-api.ts";

/** An ornament's name, which the consumer changes too. */
export function PinName(props: {
  pin: { id: number; pin: string; name: string };
  /** The version of the owner's account. */
  version: string | undefined;
  /** Reads the name again and returns its version. */
  reload: () => Promise<string | undefined>;
}) {
  const { pin, version, reload } = props;
  const [rename] = useUpdatePinNameMutation();
  const saving = useVersionedName({
    id: `PIN ${pin.id}`,
    shown: <InOneLine>{pin.pin}</InOneLine>,
    name: pin.name,
    version,
    reload,
    rename: (name, read) => rename({ id: pin.id, name, version: read }),
  });
  return (
    <InlineEdit
      needs={managedOrnamentPaths.updatePinName}
      label="PIN name"
      of={pin.pin}
      path="name"
      value={pin.name}
      placeholder="No name"
      maxLength={limits.ornamentName}
      {...saving}
    />
  );
}
