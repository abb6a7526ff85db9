import { useEffect, useState, useSyncExternalStore } from "react";
import { observable } from "../../ui/observable.ts";
import { patienceMs } from "../loading/not-loaded.ts";
import type { Router } from "./screens.tsx";

const waits = observable(0);

/** While `waiting`, this part of the page waits for the server: the line at the top shows after a moment. */
export function useSignOfLife(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    waits.set(waits.get() + 1);
    return () => waits.set(waits.get() - 1);
  }, [waiting]);
}

/** A line at the top of the page while a screen or dialog is loaded for longer than a moment. */
export function LoadingLine({ router }: { router: Router }) {
  const isOpening = () => router.state.navigation.state !== "idle";
  const opening = useSyncExternalStore(router.subscribe, isOpening, isOpening);
  const waiting = useSyncExternalStore(waits.subscribe, waits.get, waits.get) > 0;
  const [late, setLate] = useState(false);
  const loading = opening || waiting;
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return (
    <>
      {late && <div className="o-loading-line" role="progressbar" aria-label="Loading" />}
      <span className="visually-hidden" role="status">
        {late && "Loading…"}
      </span>
    </>
  );
}
