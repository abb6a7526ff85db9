import { isLoopbackUrl, listensOnLoopback } from "@ornament/platform/http/loopback";
import { z } from "zod";

/** Whether the mailbox may be read by everybody who reaches the product. */
export const mailboxPublicSetting = z
  .enum(["yes", "no"], { error: "must be yes or no" })
  .transform((text) => text === "yes");

/** Who may read the embedded mailbox. `nobody`: it has no address at all. */
export type MailboxAccess = "here" | "everybody" | "nobody";

/**
 * Whoever reads the mailbox can take over any account by the links and codes in it. It is for this machine, and where the
 * product is reached from elsewhere – a proxy may hide who asks – it is for nobody until that is asked for by name.
 */
export function mailboxAccess(settings: {
  host: string;
  publicUrl: string;
  mailboxPublic: boolean;
}): MailboxAccess {
  if (settings.mailboxPublic) return "everybody";
  return listensOnLoopback(settings.host) && isLoopbackUrl(settings.publicUrl) ? "here" : "nobody";
}
