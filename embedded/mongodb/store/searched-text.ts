import { notImplemented } from "../protocol/errors.ts";

/** The longest text that is searched, in characters. See `MAX_PATTERN`. */
const MAX_SEARCHED_TEXT = 50_000;

/** Throws NotImplemented for a text that is too long to be searched. */
export function checkSearchable(text: string): void {
  if (text.length > MAX_SEARCHED_TEXT)
    throw notImplemented(`searches in texts of more than ${MAX_SEARCHED_TEXT} characters`);
}
