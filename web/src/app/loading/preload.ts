import { useEffect } from "react";
import type { Chunk } from "./chunk.ts";
import { mayPreload, whenIdle } from "./when-idle.ts";

/**
 * Loads the parts that the person is likely to open next, one by one, so that they open without a wait or a
 * connection.
 */
export function usePreload(next: readonly Chunk<unknown>[]): void {
  useEffect(() => {
    let over = false;
    const loadAll = async () => {
      for (const part of next) {
        if (over || !mayPreload()) return;
        // A failure shows no message: the part is loaded again when it is opened.
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
