/** The kinds of mails that the product sends, with their names in the back office. */
export const mailNames = {
  "activation-link": "Activation link",
  "address-already-registered": "Address already registered",
  "consumer-reset-code": "Reset code",
  "consumer-password-changed": "Password changed",
  "admin-invitation": "Invitation",
  "admin-reset-link": "Reset link",
  "admin-password-changed": "Password changed",
  "it-admin-asked": "Request to IT Admins",
} as const;

export type MailKind = keyof typeof mailNames;
export const mailKinds = Object.keys(mailNames) as [MailKind, ...MailKind[]];

/** The reason why a mail was not sent, in words for the end of a sentence. */
const reasons = {
  too_late: "it was too late, its code or link had expired",
  key_replaced: "the server’s key was replaced, so its code or link would not have worked",
  account_gone: "the account was deleted",
  address_unusable: "the address cannot be used",
  refused: "the mail server refused it",
  unknown: "unknown",
} as const;

export type MailReason = keyof typeof reasons;
export const mailReasons = Object.keys(reasons) as [MailReason, ...MailReason[]];

/** A reason in words. @param smtpStatus the status of the mail server's answer, e.g. 550 */
export const mailReasonText = (reason: MailReason, smtpStatus?: number | null): string =>
  smtpStatus ? `${reasons[reason]} (${smtpStatus})` : reasons[reason];
