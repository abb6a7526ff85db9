import { webmailOf } from "./webmail.ts";

/**
 * A link to the mails of the address, in a new tab, so that this screen stays and moves on. Nothing is shown for a
 * provider whose website isn't known.
 */
export function OpenWebmail({ email }: { email: string }) {
  const webmail = webmailOf(email);
  if (!webmail) return null;
  return (
    <a href={webmail.url} target="_blank" rel="noopener noreferrer" className="btn btn-action w-100">
      <span>{`Open ${webmail.name}`}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
