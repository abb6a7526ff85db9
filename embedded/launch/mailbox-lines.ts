import type { ShownMailbox } from "./pages.ts";

/** The lines about the mailbox that the start prints. */
export function mailboxLines({ url, access }: ShownMailbox): string[] {
  if (access === "here") return [`  Mailbox          ${url} (on this machine only)`];
  if (access === "nobody")
    return [
      "  Mailbox          off, because HOST or PUBLIC_URL lets others reach the product.",
      "                   Set SMTP_URL to send the mails, or MAILBOX_PUBLIC=yes to show them to everybody.",
    ];
  return [
    `  Mailbox          ${url}`,
    "  WARNING: MAILBOX_PUBLIC=yes shows every mail to everybody who reaches this port. The links and codes",
    "  in the mails are enough to take over any account, also an IT Admin's.",
  ];
}
