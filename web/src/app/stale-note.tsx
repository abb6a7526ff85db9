import { useEffect } from "react";
import { Banner } from "../ui/messages/banner.tsx";
import { useIsStale } from "./app-hooks.ts";

const reloadMs = 1500;

/**
 * "Saved, list is updating": the list doesn't show the last change yet. It is reloaded until it does.
 * `endpoint` and `refetch` are the query's. See docs/decisions/0009-reading-your-own-writes.md
 */
export function StaleNote({ endpoint, refetch }: { endpoint: string; refetch: () => unknown }) {
  const stale = useIsStale(endpoint);
  useEffect(() => {
    if (!stale) return;
    const timer = setInterval(refetch, reloadMs);
    return () => clearInterval(timer);
  }, [stale, refetch]);
  return <Banner tone="notice">{stale && "Saved, list is updating"}</Banner>;
}
