const isPosition = (text: string | null | undefined): text is string =>
  typeof text === "string" && /^\d{1,20}$/.test(text);

/** The higher of two log positions. They are decimal strings, because a number can't hold them; anything else is ignored. */
export function laterPosition(
  known: string | undefined,
  seen: string | null | undefined,
): string | undefined {
  if (!isPosition(seen)) return known;
  if (!isPosition(known)) return seen;
  return BigInt(seen) > BigInt(known) ? seen : known;
}
