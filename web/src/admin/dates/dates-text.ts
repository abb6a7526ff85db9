/** A range of dates in words; "" for none. */
export function datesText(from: string, to: string): string {
  if (from && from === to) return from;
  if (from && to) return `${from} to ${to}`;
  if (from) return `from ${from} on`;
  return to && `until ${to}`;
}
