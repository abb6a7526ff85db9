/** Hyphens and dashes of copied text where a keyboard types "-". */
const dashes = /[\u2010-\u2015\u2212\u2043\uFE58]/g;

/**
 * A text in the form in which it is searched: without differences between upper and lower case, between
 * full-width and other forms of a character, and between dashes. Stored texts and terms have the same form,
 * so that a literal search finds them.
 */
export const searchable = (text: string): string =>
  beyondAscii.test(text)
    ? text.normalize("NFKC").toLowerCase().normalize("NFC").replace(dashes, "-")
    : text.toLowerCase();

const beyondAscii = /[^\0-\x7f]/;

/**
 * All searched texts of a document in one text. A search needs one pattern for each word. Words have no line
 * break, so no match crosses two parts. See docs/decisions/0028-one-search-text.md
 */
export const searchTextOf = (parts: readonly (string | null)[]): string =>
  [...new Set(parts.map((part) => searchable(part ?? "")))].filter((part) => part !== "").join("\n");

/**
 * Former email addresses as one text. Each has a line break on both sides, so that a whole one can be
 * searched for.
 */
export const formerSearchOf = (formerEmails: readonly string[]): string =>
  formerEmails.length === 0 ? "" : `\n${formerEmails.map(searchable).join("\n")}\n`;
