const isPosition = (text: string | null | undefined): text is string =>
  typeof text === "string" && /^\d{1,20}$/.test(text);

/**
 * The higher of two positions. They are decimal strings, because a number can't hold them. Other values are
 * ignored.
 */
export function laterPosition(
  known: string | undefined,
  seen: string | null | undefined,
): string | undefined {
  if (!isPosition(seen)) return known;
  if (!isPosition(known)) return seen;
  return BigInt(seen) > BigInt(known) ? seen : known;
}
