import { limits } from "@ornament/contracts/domain/limits";

/** The part of the page's address after its path. */
export interface ChangesAddress {
  /** ISO instants; "" while a time is being typed. */
  from: string;
  to: string;
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
    ...(from === undefined || to === undefined ? lastHours(1, now) : { from, to }),
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, limits.pageNumber) : 1,
    limit: limit ?? limits.defaultPageSize,
  };
}

/** Writes an address without the default page and page size. */
export const writeChangesAddress = ({ from, to, page, limit }: ChangesAddress): string =>
  new URLSearchParams({
    from,
    to,
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
