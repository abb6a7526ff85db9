/** The email address of an account and its former ones, newest first. */
export interface Addresses {
  email: string | null;
  formerEmails: string[];
}

/** The number of former email addresses kept for one account. */
const formerKept = 20;

/**
 * The email addresses after a change. An address that the account gets again is not a former one. An erased
 * one (`null`) is not kept.
 */
export function addressesAfter({ email, formerEmails }: Addresses, next: string | null): Addresses {
  if (next === email) return { email, formerEmails };
  const older = formerEmails.filter((former) => former !== email && former !== next);
  return { email: next, formerEmails: (email === null ? older : [email, ...older]).slice(0, formerKept) };
}
