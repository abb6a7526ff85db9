import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { bring, type Chunk } from "./chunk.ts";
import { loadFailureText } from "./not-loaded.ts";
import { openHereAnew } from "./page-loads.ts";

/** A part of a screen whose code is loaded when it is shown. If that fails, it says so and offers to try again. */
export function loadLater<P extends object>(part: Chunk<ComponentType<P>>, waiting: ReactNode) {
  return function Later(props: P) {
    const [failure, setFailure] = useState<unknown>();
    const [Part, setPart] = useState(() => part.loaded);
    const shown = useRef(true);
    const load = useCallback(() => {
      setFailure(undefined);
      bring(part, () => shown.current && openHereAnew()).then((loaded) => setPart(() => loaded), setFailure);
    }, []);
    useEffect(() => {
      shown.current = true;
      if (!part.loaded) load();
      return () => {
        shown.current = false;
      };
    }, [load]);
    if (Part) return <Part {...props} />;
    return failure ? <CouldNotLoad failure={failure} onTryAgain={load} /> : waiting;
  };
}

function CouldNotLoad({ failure, onTryAgain }: { failure: unknown; onTryAgain: () => void }) {
  const { title, advice } = loadFailureText(failure);
  return (
    <div className="o-empty" role="alert">
      <p>
        <strong>{title}.</strong> {advice}
      </p>
      <Button tone="quiet" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  );
}
