import { mailboxCookie } from "@ornament/embedded/mailbox/entrance";
import { mailboxLink, productUrl, type StartedProduct } from "./product-files.ts";

/** The tokens for the mailboxes of the products that this process has started, by the product's URL. */
const tokens = new Map<string, string>();

/** Opens the link to a started product's mailbox, for every later reader of mails at its URL. */
export function rememberMailbox(product: StartedProduct): void {
  const token = new URL(mailboxLink(product) ?? "none:").searchParams.get("token");
  if (token) tokens.set(productUrl(product.dataDir), token);
}

/** The headers of a caller who has opened the link to the mailbox at this URL. */
export function mailboxHeaders(url: string): Record<string, string> {
  const token = tokens.get(url);
  return token === undefined ? {} : { cookie: mailboxCookie(token) };
}
