import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/press/button.tsx";
import { bring, type Chunk } from "../loading/chunk.ts";
import { loadFailureText, notLoaded } from "../loading/not-loaded.ts";
import { reopenHere } from "../loading/page-loads.ts";
import { useSignOfLife } from "./sign-of-life.tsx";

/**
 * A part of a screen whose code is loaded when it is shown. A failure shows a message and a button to try
 * again.
 */
export function loadLater<P extends object>(part: Chunk<ComponentType<P>>, waiting: ReactNode) {
  return function Later(props: P) {
    const [failure, setFailure] = useState<unknown>();
    const Part = useCode(part, failure === undefined, setFailure);
    if (Part) return <Part {...props} />;
    if (failure === undefined) return waiting;
    const { title, advice } = loadFailureText(failure);
    return (
      <div className="o-empty" role="alert">
        <p>
          <strong>{title}.</strong> {advice}
        </p>
        <Button tone="quiet" onClick={() => setFailure(undefined)}>
          Try again
        </Button>
      </div>
    );
  };
}

/**
 * The code of a whole dialog, loaded once the dialog is wanted. A failure shows the notice about the
 * connection. `giveUp` closes the dialog, and `tryAgain` opens it again.
 */
export function useDialogCode<P>(
  part: Chunk<ComponentType<P>>,
  wanted: boolean,
  { giveUp, tryAgain }: { giveUp: () => void; tryAgain: () => void },
): ComponentType<P> | undefined {
  const Part = useCode(part, wanted, (failure) => {
    giveUp();
    notLoaded.set({ failure, tryAgain });
  });
  useSignOfLife(wanted && !Part);
  return Part;
}

/**
 * The component of a chunk, loaded while it is wanted. `onFailure` is called if it can't be loaded and is
 * still wanted.
 */
function useCode<P>(
  part: Chunk<ComponentType<P>>,
  wanted: boolean,
  onFailure: (failure: unknown) => void,
): ComponentType<P> | undefined {
  const [Part, setPart] = useState(() => part.loaded);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  const missing = wanted && !Part;
  useEffect(() => {
    if (!missing) return;
    let over = false;
    bring(part, () => !over && reopenHere()).then(
      (loaded) => setPart(() => loaded),
      (failure: unknown) => !over && failed.current(failure),
    );
    return () => {
      over = true;
    };
  }, [missing, part]);
  return Part;
}
