import { type ComponentType, useEffect, useRef, useState } from "react";
import { bring, type Chunk } from "./chunk.ts";
import { notLoaded } from "./not-loaded.ts";
import { openHereAnew } from "./page-loads.ts";
import { useSignOfLife } from "./sign-of-life.tsx";

/**
 * The code of a whole dialog, loaded once the dialog is wanted. If that fails, the notice about the connection shows, and `giveUp` and
 * `tryAgain` say how the dialog is no longer wanted, and wanted again.
 */
export function useDialogCode<P>(
  part: Chunk<ComponentType<P>>,
  wanted: boolean,
  { giveUp, tryAgain }: { giveUp: () => void; tryAgain: () => void },
): ComponentType<P> | undefined {
  const [Part, setPart] = useState(() => part.loaded);
  const ways = useRef({ giveUp, tryAgain });
  ways.current = { giveUp, tryAgain };
  const missing = wanted && !Part;
  useSignOfLife(missing);
  useEffect(() => {
    if (!missing) return;
    let over = false;
    bring(part, () => !over && openHereAnew()).then(
      (loaded) => setPart(() => loaded),
      (failure: unknown) => {
        if (over) return;
        const { giveUp, tryAgain } = ways.current;
        giveUp();
        notLoaded.set({ failure, tryAgain });
      },
    );
    return () => {
      over = true;
    };
  }, [missing, part]);
  return Part;
}
