import { defaultAdminRetentionDays } from "@ornament/contracts/domain/admin-retention";

/**
 * The days for which a deleted admin stays known, as the gateway has written them into the page; the default
 * for a page without them.
 */
export function adminRetentionOfPage(page: Pick<Document, "querySelector">): number {
  const written = page.querySelector('meta[name="policy:adminRetentionDays"]')?.getAttribute("content");
  return written && /^\d+$/.test(written) ? Number(written) : defaultAdminRetentionDays;
}
