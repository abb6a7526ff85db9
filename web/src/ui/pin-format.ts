const codeLength = 7;
const groupLength = 4;

const isPinCharacter = (character: string) => /[a-z0-9]/i.test(character);

/** Formats a PIN as XXXX-XXX while it is typed or pasted: `abcd 123` becomes `ABCD-123`, `abcd1` becomes `ABCD-1`. */
export function formatPinEntry(raw: string): string {
  const code = [...raw].filter(isPinCharacter).join("").slice(0, codeLength).toUpperCase();
  return code.length > groupLength ? `${code.slice(0, groupLength)}-${code.slice(groupLength)}` : code;
}

/** Where the caret is after formatting, so that a correction in the middle doesn't move it to the end. */
export function caretAfterFormat(raw: string, caret: number): number {
  const before = [...raw.slice(0, caret)].filter(isPinCharacter).length;
  const total = [...raw].filter(isPinCharacter).length;
  const kept = Math.min(before, codeLength);
  return kept > groupLength || (kept === groupLength && before < total && caret > groupLength)
    ? kept + 1
    : kept;
}
