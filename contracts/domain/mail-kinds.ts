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
