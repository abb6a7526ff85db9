import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { limits } from "@ornament/contracts/domain/limits";
import { InOneLine } from "../undo/in-one-line.tsx";
import { useOfferUndo } from "../undo/use-offer-undo.tsx";
import { InlineEdit } from "./inline-edit.tsx";
import { useUpdatePinNameMutation } from "./profile-api.ts";
import { useVersionedSave } from "./use-versioned-save.ts";

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
  const offerUndo = useOfferUndo();
  const send = async (name: string, read: string | undefined) => {
    const ofThis = { id: pin.id, profileId };
    const { data, error } = await rename({ ...ofThis, name, version: read });
    const shown = <InOneLine>{pin.pin}</InOneLine>;
    const now = name ? (
      <>
        {shown} is named “<bdi>{name}</bdi>” now.
      </>
    ) : (
      <>The name of {shown} was removed.</>
    );
    if (data)
      offerUndo(now, {
        of: `name of ${pin.id}`,
        act: <>renaming of {shown}</>,
        field: { path: "name", name: "the name" },
        send: () => rename({ ...ofThis, name: pin.name, version: data.version }),
      });
    return { error };
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
      {...useVersionedSave({ version, reload, send })}
    />
  );
}
