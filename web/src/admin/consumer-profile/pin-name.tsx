import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { limits } from "@ornament/contracts/domain/limits";
import { useRef } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { InlineEdit } from "./inline-edit.tsx";
import { useUpdatePinNameMutation } from "./profile-api.ts";

/**
 * An ornament's name, which the consumer changes too. After somebody else's change the typed name stays, and
 * the next press saves it with the new version.
 */
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
  // The version that was shown when editing began.
  const read = useRef(version);
  const save = async (name: string) => {
    const { error } = await rename({ id: pin.id, name, profileId, version: read.current });
    const found = changedMeanwhile(error);
    if (error === undefined || !found) return { error };
    read.current = (await reload()) ?? read.current;
    return { error: { ...error, errors: [] } };
  };
  return (
    <InlineEdit
      needs={pinAddresses.updatePinName}
      label="PIN name"
      of={pin.pin}
      path="name"
      value={pin.name}
      placeholder="No name"
      maxLength={limits.ornamentName}
      onEdit={() => {
        read.current = version;
      }}
      save={save}
    />
  );
}
