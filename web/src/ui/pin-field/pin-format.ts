/** The number of letters and digits of a PIN. */
export const pinLength = 7;
const groupLength = 4;

const isPinCharacter = (character: string) => /[a-z0-9]/i.test(character);

/** Formats a PIN as XXXX-XXX while it is typed: `abcd 123` becomes `ABCD-123`, `abcd1` becomes `ABCD-1`. */
export function formatPinEntry(raw: string): string {
  const code = [...raw].filter(isPinCharacter).join("").slice(0, pinLength).toUpperCase();
  return code.length > groupLength ? `${code.slice(0, groupLength)}-${code.slice(groupLength)}` : code;
}

const hyphen = /^\s*[-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]\s*$/;
const space = /^\s+$/;

/**
 * The PIN within a pasted text, as XXXX-XXX: `Your PIN is abcd-123.` has `ABCD-123`. Undefined if no part of
 * the text looks like a PIN. Typed characters are never read like this: `PIN1234` may be a PIN.
 */
export function pinInText(text: string): string | undefined {
  // Words have even indexes, their separators odd ones.
  const parts = text.split(/([^a-z0-9]+)/i);
  const joinedBy = (separator: RegExp) =>
    parts.flatMap((word, at) =>
      at % 2 === 0 &&
      word.length === groupLength &&
      parts[at + 2]?.length === pinLength - groupLength &&
      separator.test(parts[at + 1] ?? "")
        ? [word + parts[at + 2]]
        : [],
    );
  const single = parts.filter((word, at) => at % 2 === 0 && word.length === pinLength);
  const spaced = joinedBy(space);
  const withDigit = (code: string) => /\d/.test(code);
  // From sure to unsure: "Your pin" and "Message" also look like PINs. The beginning of a text explains the
  // rest.
  const found = [
    joinedBy(hyphen),
    single.filter(withDigit),
    spaced.filter(withDigit),
    single,
    spaced,
  ].flatMap((codes) => codes.slice(-1))[0];
  return found === undefined ? undefined : formatPinEntry(found);
}

/** The characters that one edit inserted into a text, for example a paste or a suggestion of the keyboard. */
export function insertedText(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.slice(start, after.length - end);
}

/** The position of the caret after formatting. A correction in the middle doesn't move it to the end. */
export function caretAfterFormat(raw: string, caret: number): number {
  const before = [...raw.slice(0, caret)].filter(isPinCharacter).length;
  const total = [...raw].filter(isPinCharacter).length;
  const kept = Math.min(before, pinLength);
  return kept > groupLength || (kept === groupLength && before < total && caret > groupLength)
    ? kept + 1
    : kept;
}
