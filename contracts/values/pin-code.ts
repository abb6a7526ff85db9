/** The message for text that is not a PIN. */
export const pinFormatMessage = "Invalid pin format (XXXX-XXX)";

/** Exactly seven upper-case letters or digits. */
export const pinCodePattern = /^[0-9A-Z]{7}$/;

/**
 * Reads `abcd-123`, `ABCD123` or `abcd 123` as the seven characters of a code; `undefined` for other text.
 */
export function parsePinCode(text: string): string | undefined {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/^([0-9A-Z]{4})[- ]([0-9A-Z]{3})$/, "$1$2");
  return pinCodePattern.test(code) ? code : undefined;
}

/** The same in a search, where two words of letters are words: `note pin`. */
export const searchedPinCode = (text: string) =>
  /^\s*[a-z]+\s+[a-z]+\s*$/i.test(text) ? undefined : parsePinCode(text);

/** Seven characters shown as XXXX-XXX. */
export const formatPinCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code as a base-36 number, less than 2^37. See docs/decisions/0003-aggregates-and-streams.md. */
export const pinIdOf = (code: string) => Number.parseInt(code, 36);

/** The code of a PIN's id; the inverse of `pinIdOf`. */
export const pinCodeOf = (pinId: number) => pinId.toString(36).toUpperCase().padStart(7, "0");

export const maxPinId = 36 ** 7 - 1;

/** The message for PINs that are entered twice in one request. */
export const pinsNotUniqueMessage = (codes: readonly string[]) =>
  `The PIN codes entered must be unique (${codes.join(", ")})`;
