import { useState } from "react";
import { type PinImportProgress, usePinImportProgressQuery } from "./imports-api.ts";

const pollMs = 1000;

/**
 * The newest import, if this page has seen it run: its own import, one from before a reload, or another
 * admin's. It is polled while it runs, and once more for its result.
 */
export function useWatchedImport(ownImportRuns: boolean): PinImportProgress | undefined {
  const [watched, setWatched] = useState<{ importId: string; running: boolean }>();
  const { data } = usePinImportProgressQuery(undefined, {
    pollingInterval: ownImportRuns || watched?.running ? pollMs : 0,
  });
  const newest = data?.import;
  const running = newest?.state === "running";
  if (running && (watched?.importId !== newest.importId || !watched.running))
    setWatched({ importId: newest.importId, running });
  if (!running && watched?.running) setWatched({ ...watched, running });
  return newest && newest.importId === watched?.importId ? newest : undefined;
}
