import { notImplemented } from "../protocol/errors.ts";

/** Longest text that is searched, in characters. See `MAX_PATTERN`. */
const MAX_SEARCHED_TEXT = 50_000;

/**
 * The text without difference between upper and lower case of ASCII letters. Ignoring case, only two other characters are equal to one: the
 * long s and the sign of the unit kelvin.
 */
export const ignoringCase = (text: string): string =>
  text.replace(/[A-Z\u017f\u212a]/g, (letter) => (letter === "\u017f" ? "s" : letter.toLowerCase()));

/** Throws NotImplemented for a text that is too long to be searched. */
export function checkSearchable(text: string): void {
  if (text.length > MAX_SEARCHED_TEXT)
    throw notImplemented(`searches in texts of more than ${MAX_SEARCHED_TEXT} characters`);
}
