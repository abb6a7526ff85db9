import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "../../ui/press/button.tsx";
import { loadFailureText, notLoaded } from "../loading/not-loaded.ts";

const hide = () => notLoaded.set(undefined);

/**
 * Says that a screen or dialog could not be loaded. The open screen stays as it is. The notice disappears
 * when the person presses something else or the connection is back.
 */
export function ConnectionNotice() {
  const shown = useSyncExternalStore(notLoaded.subscribe, notLoaded.get, notLoaded.get);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!shown) return;
    const onPress = ({ target }: MouseEvent) => {
      if (!notice.current?.contains(target as Node)) hide();
    };
    document.addEventListener("click", onPress, true);
    window.addEventListener("online", hide);
    return () => {
      document.removeEventListener("click", onPress, true);
      window.removeEventListener("online", hide);
    };
  }, [shown]);

  const { title, advice } = loadFailureText(shown?.failure);
  return (
    <div className="o-connection-notice" ref={notice}>
      {shown && (
        <div className="toast show alert alert-danger" role="alert">
          <p>
            <strong>{`${title}.`}</strong> <span>{advice}</span>
          </p>
          <Button
            tone="plain"
            onClick={() => {
              hide();
              shown.tryAgain();
            }}
          >
            Try again
          </Button>
          <button type="button" className="btn-close" aria-label="Close" onClick={hide} />
        </div>
      )}
    </div>
  );
}
