import { type ReactNode, useRef } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { offerUndoOf } from "../undo/undo.tsx";

export interface VersionedName {
  /** Identifies the named thing in the offer of an undo. */
  id: string;
  /** The named thing in a sentence. */
  shown: ReactNode;
  name: string;
  /** The version that is shown. */
  version: string | undefined;
  /** Reads again and returns the version. */
  reload: () => Promise<string | undefined>;
  rename: (
    name: string,
    version: string | undefined,
  ) => PromiseLike<{ data?: { version: string } | undefined; error?: unknown }>;
}

/**
 * `onEdit` and `save` of an `InlineEdit` of a name that others change, too. A toast offers the undo. After
 * somebody else's change the typed name stays, and the next press saves it with the new version.
 */
export function useVersionedName({ id, shown, name, version, reload, rename }: VersionedName) {
  // The version that was shown when editing began.
  const read = useRef(version);
  return {
    onEdit: () => {
      read.current = version;
    },
    save: async (next: string) => {
      const { data, error } = await rename(next, read.current);
      if (data)
        offerUndoOf(`name of ${id}`, {
          done: <NamedNow shown={shown} name={next} />,
          undone: <>The renaming of {shown} is undone.</>,
          field: { path: "name", name: "the name" },
          undo: () => rename(name, data.version),
        });
      if (error === undefined || !changedMeanwhile(error)) return { error };
      read.current = (await reload()) ?? read.current;
      return { error: { ...(error as object), errors: [] } };
    },
  };
}

const NamedNow = ({ shown, name }: { shown: ReactNode; name: string }) =>
  name ? (
    <>
      {shown} is named “<bdi>{name}</bdi>” now.
    </>
  ) : (
    <>The name of {shown} was removed.</>
  );
