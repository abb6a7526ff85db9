import { useRef } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";

export interface VersionedSave {
  /** The version that is shown. */
  version: string | undefined;
  /** Reads again and returns the version. */
  reload: () => Promise<string | undefined>;
  send: (value: string, version: string | undefined) => Promise<{ error?: unknown }>;
}

/**
 * `onEdit` and `save` of an `InlineEdit` whose value others change, too. After somebody else's change the typed
 * value stays, and the next press saves it with the new version.
 */
export function useVersionedSave({ version, reload, send }: VersionedSave) {
  // The version that was shown when editing began.
  const read = useRef(version);
  return {
    onEdit: () => {
      read.current = version;
    },
    save: async (value: string) => {
      const { error } = await send(value, read.current);
      if (error === undefined || !changedMeanwhile(error)) return { error };
      read.current = (await reload()) ?? read.current;
      return { error: { ...(error as object), errors: [] } };
    },
  };
}
