import { isLoopbackUrl, listensOnLoopback } from "@ornament/platform/http/loopback";
import { z } from "zod";

/** Whether the mailbox may be read by everybody who reaches the product. */
export const mailboxPublicSetting = z
  .enum(["yes", "no"], { error: "must be yes or no" })
  .transform((text) => text === "yes");

/** Who may read the embedded mailbox. `nobody`: it has no address. */
export type MailboxAccess = "here" | "everybody" | "nobody";

/**
 * Anyone who reads the mailbox can take over any account with the links and codes in it. So only this machine may read it. Where
 * the product is reached from other machines, a proxy may hide the caller, and nobody may read it unless MAILBOX_PUBLIC says so.
 */
export function mailboxAccess(settings: {
  host: string;
  publicUrl: string;
  mailboxPublic: boolean;
}): MailboxAccess {
  if (settings.mailboxPublic) return "everybody";
  return listensOnLoopback(settings.host) && isLoopbackUrl(settings.publicUrl) ? "here" : "nobody";
}
