import { isLoopbackUrl, listensOnLoopback } from "@ornament/platform/http/network";

/** The people who may read the embedded mailbox. `nobody`: it has no URL. */
export type MailboxAccess = "here" | "everybody" | "nobody";

/**
 * Decides about the mailbox, whose links and codes give access to every account. So only this machine may
 * read it. Where the product is reached from other machines, a proxy may hide the caller, and nobody may read
 * it unless MAILBOX_PUBLIC permits it.
 */
export function mailboxAccess(settings: {
  host: string;
  publicUrl: string;
  mailboxPublic: boolean;
}): MailboxAccess {
  if (settings.mailboxPublic) return "everybody";
  return listensOnLoopback(settings.host) && isLoopbackUrl(settings.publicUrl) ? "here" : "nobody";
}
