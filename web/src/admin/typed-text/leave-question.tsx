import { useEffect, useRef, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { instantIn } from "../instant/shown-instant.ts";
import { fieldsWithText } from "./use-typed-text.ts";

/** Asks before a person leaves a page with typed text by a link, by Back, or by closing the tab. */
export function LeaveQuestion() {
  const fields = useSyncExternalStore(fieldsWithText.subscribe, fieldsWithText.get);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      fieldsWithText.get().length > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        instantIn(currentLocation.search) !== instantIn(nextLocation.search)),
  );
  const typed = fields.length > 0;
  const blocked = blocker.state === "blocked";
  // The names stay while the dialog fades out.
  const named = useRef(fields);
  if (blocked && typed) named.current = fields;
  useEffect(() => {
    if (!typed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [typed]);
  return (
    <ConfirmDialog
      show={blocked}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p className="o-break">{`Not saved yet: ${named.current.map(({ name }) => name).join(", ")}.`}</p>
    </ConfirmDialog>
  );
}
