import { limits } from "@ornament/contracts/values/limits";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** The part of the page's address after its path. */
export interface ChangesAddress {
  /** ISO instants; "" while a time is being typed. */
  from: string;
  to: string;
  /** The search term; "" for all changes. */
  query: string;
  page: number;
  limit: number;
}

export const presets = [
  { label: "Last hour", hours: 1 },
  { label: "Last 24 hours", hours: 24 },
  { label: "Last 7 days", hours: 7 * 24 },
] as const;

/** The hours before an instant. */
export const lastHours = (hours: number, now: Date): Pick<ChangesAddress, "from" | "to"> => ({
  from: new Date(now.getTime() - hours * 3_600_000).toISOString(),
  to: now.toISOString(),
});

/** Reads an address. Without both instants: the last hour. Invalid values fall back to the default. */
export function readChangesAddress(params: URLSearchParams, now: Date): ChangesAddress {
  const from = instantIn(params.get("from"));
  const to = instantIn(params.get("to"));
  const page = Number(params.get("page"));
  const limit = limits.pageSizes.find((size) => String(size) === params.get("limit"));
  return {
    query: params.get("query") ?? "",
    ...(from === undefined || to === undefined ? lastHours(1, now) : { from, to }),
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, limits.pageNumber) : 1,
    limit: limit ?? limits.defaultPageSize,
  };
}

/** Writes an address without a blank term, the default page and page size. */
export const writeChangesAddress = ({ from, to, query, page, limit }: ChangesAddress): string =>
  new URLSearchParams({
    from,
    to,
    ...(query === "" ? {} : { query }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(limit === limits.defaultPageSize ? {} : { limit: String(limit) }),
  }).toString();

/** The reason why nothing can be compared between the instants; `undefined` if they can be compared. */
export function problemOf({ from, to }: Pick<ChangesAddress, "from" | "to">): string | undefined {
  if (from === "" || to === "") return "Please choose both times.";
  return Date.parse(from) < Date.parse(to) ? undefined : "The first time must be before the last.";
}

function instantIn(text: string | null): string | undefined {
  if (text === null || text === "") return text ?? undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export type ChangeAddress = (change: Partial<ChangesAddress>, how?: { replace?: boolean }) => void;

/**
 * The chosen instants and page, which the address holds. An address without them gets those of its first
 * display, so that a reload shows the same. Back undoes each choice. Other instants or another page size begin at
 * page 1.
 */
export function useChangesAddress(): [ChangesAddress, ChangeAddress] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const opened = useRef(new Date());
  const params = new URLSearchParams(search);
  const address = readChangesAddress(params, opened.current);
  const isWhole = params.has("from") && params.has("to");
  const latest = useRef(address);
  latest.current = address;

  const change = useCallback<ChangeAddress>(
    (changed, { replace = false } = {}) => {
      latest.current = { ...latest.current, page: 1, ...changed };
      void navigate(
        { search: writeChangesAddress(latest.current) },
        { replace, preventScrollReset: true, flushSync: !replace },
      );
    },
    [navigate],
  );
  useEffect(() => {
    if (!isWhole) change({ page: latest.current.page }, { replace: true });
  }, [isWhole, change]);
  return [address, change];
}
