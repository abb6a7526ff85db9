import { defaultAdminRetentionDays, maxAdminRetentionDays } from "@ornament/contracts/domain/admin-retention";
import { wholeNumberSetting } from "./read-config.ts";

/**
 * `ADMIN_RETENTION_DAYS`: the days for which the personal data of a deleted admin stay. command-api erases
 * them, and the gateway writes the days into the privacy policy.
 */
export const adminRetentionSetting = wholeNumberSetting(0, maxAdminRetentionDays).default(
  defaultAdminRetentionDays,
);
