/** The days for which the personal data of a deleted admin stay, unless the operator sets other ones. */
export const defaultAdminRetentionDays = 730;

/** The longest retention that can be set: a hundred years. */
export const maxAdminRetentionDays = 36_500;

/** A retention in words, such as `2 years` or `90 days`. */
export function retentionText(days: number): string {
  const years = days / 365;
  if (days === 0) return "less than a day";
  if (Number.isInteger(years)) return years === 1 ? "1 year" : `${years} years`;
  return days === 1 ? "1 day" : `${days} days`;
}
