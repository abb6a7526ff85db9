/**
 * Invisible characters that change the order in which the letters around them are shown, so that "Tree" reads
 * "eerT": embeddings, overrides and isolates. Nobody types them. Texts in Hebrew or Arabic are shown right
 * without them.
 */
const turning = /[\u202A-\u202E\u2066-\u2069]/;
const everyTurning = new RegExp(turning, "g");

/**
 * Other invisible characters that make two texts look the same: direction marks, spaces without width, byte
 * order marks, soft hyphens, Hangul fillers. They come with copied text. Joiners (U+200C, U+200D), variation
 * selectors and the tags of flags stay: emoji and several languages need them.
 */
const unseen =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/g;

/** Whether the text has characters that change the order of its letters. */
export const turnsText = (text: string): boolean => turning.test(text);

/** The text without characters that turn its order, for text that was stored before they were refused. */
export const withoutTurning = (text: string): string =>
  turning.test(text) ? text.replace(everyTurning, "") : text;

/** The text without invisible characters that keep the order of letters. */
export const withoutUnseen = (text: string): string => text.replace(unseen, "");

/** The text without any invisible character. */
export const withoutHidden = (text: string): string => withoutUnseen(withoutTurning(text));

/**
 * One line of text from a file or a browser, whose author can't be asked to correct it: without control and
 * hidden characters, and without halves of characters (lone surrogates), which can't be stored as UTF-8.
 */
export const asOneLine = (text: string): string =>
  withoutHidden(text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, " "));

/** The beginning of a text, at most `max` UTF-16 units. A character of two units is not cut in half. */
export const beginningOf = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
