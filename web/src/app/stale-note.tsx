import { useEffect } from "react";
import { Banner } from "../ui/banner.tsx";
import { useIsStale } from "./app-hooks.ts";

const askAgainMs = 1500;

/**
 * "Saved, list is updating": what was just saved isn't in the list yet. Asks again until it is. `endpoint` is the
 * query's name, `refetch` its own.
 */
export function StaleNote({ endpoint, refetch }: { endpoint: string; refetch: () => unknown }) {
  const stale = useIsStale(endpoint);
  useEffect(() => {
    if (!stale) return;
    const timer = setInterval(refetch, askAgainMs);
    return () => clearInterval(timer);
  }, [stale, refetch]);
  return <Banner tone="notice">{stale && "Saved, list is updating"}</Banner>;
}
