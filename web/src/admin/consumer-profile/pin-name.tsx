import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { limits } from "@ornament/contracts/domain/limits";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { InlineEdit } from "./inline-edit.tsx";
import { useUpdatePinNameMutation } from "./profile-api.ts";
import { useVersionedName } from "./use-versioned-name.tsx";

/** An ornament's name, which the consumer changes too. */
export function PinName(props: {
  pin: { id: number; pin: string; name: string };
  profileId: string;
  /** The version of the owner's account. */
  version: string | undefined;
  /** Reads the name again and returns its version. */
  reload: () => Promise<string | undefined>;
}) {
  const { pin, profileId, version, reload } = props;
  const [rename] = useUpdatePinNameMutation();
  const saving = useVersionedName({
    id: `PIN ${pin.id}`,
    shown: <InOneLine>{pin.pin}</InOneLine>,
    name: pin.name,
    version,
    reload,
    rename: (name, read) => rename({ id: pin.id, profileId, name, version: read }),
  });
  return (
    <InlineEdit
      needs={pinAddresses.updatePinName}
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
