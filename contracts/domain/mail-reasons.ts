/** The reason why a mail was not sent, in words for the end of a sentence. */
const words = {
  too_late: "it was too late, its code or link had expired",
  key_replaced: "the server's key was replaced, so its code or link would not have worked",
  account_gone: "the account was deleted",
  address_unusable: "the address cannot be used",
  refused: "the mail server refused it",
  unknown: "unknown",
} as const;

export type MailReason = keyof typeof words;
export const mailReasons = Object.keys(words) as [MailReason, ...MailReason[]];

/** A reason in words. @param smtpStatus the status of the mail server's answer, e.g. 550 */
export const mailReasonText = (reason: MailReason, smtpStatus?: number | null): string =>
  smtpStatus ? `${words[reason]} (${smtpStatus})` : words[reason];
