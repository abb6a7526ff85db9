import { useEffect } from "react";
import type { Chunk } from "./chunk.ts";
import { mayPreload, whenIdle } from "./when-idle.ts";

/** Loads what the person is likely to open next, one after the other, so that it opens at once and also without a connection. */
export function usePreload(next: readonly Chunk<unknown>[]): void {
  useEffect(() => {
    let over = false;
    const loadAll = async () => {
      for (const part of next) {
        if (over || !mayPreload()) return;
        // A failure says nothing: when it is opened, it is loaded again.
        await part.load().catch(() => undefined);
      }
    };
    const cancel = whenIdle(() => void loadAll());
    return () => {
      over = true;
      cancel();
    };
  }, [next]);
}
