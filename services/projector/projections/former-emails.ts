/** The address of an account and those that it had before, newest first. */
export interface Addresses {
  email: string | null;
  formerEmails: string[];
}

/** Former addresses kept for one account. */
const formerKept = 20;

/** The addresses after a change. An address that is taken up again is no former one. An erased one (`null`) is not kept. */
export function addressesAfter({ email, formerEmails }: Addresses, next: string | null): Addresses {
  if (next === email) return { email, formerEmails };
  const older = formerEmails.filter((former) => former !== email && former !== next);
  return { email: next, formerEmails: (email === null ? older : [email, ...older]).slice(0, formerKept) };
}
