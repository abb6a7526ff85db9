import { withoutHidden } from "../values/hidden-characters.ts";

/** What a keyboard types instead of the letters and signs of copied text. Accents are typed by few. */
const typedForms: readonly (readonly [RegExp, string])[] = [
  [/[\u0300-\u036F]/g, ""],
  [/[\u2010-\u2015\u2212\u2043\uFE58]/g, "-"],
  [/[‘’‛ʹʻʼ′]/g, "'"],
  [/[“”„‟]/g, '"'],
  [/ß/g, "ss"],
  [/æ/g, "ae"],
  [/œ/g, "oe"],
  [/ø/g, "o"],
  [/ł/g, "l"],
  [/đ/g, "d"],
];

const beyondAscii = /[^\0-\x7f]/;

/**
 * A text in the form in which it is searched: as a person types it who has only the letters and signs of a
 * plain keyboard, in lower case; "" for an erased text. Stored texts and terms have the same form, so that a
 * literal search finds them.
 */
export function searchable(text: string | null): string {
  if (text === null) return "";
  if (!beyondAscii.test(text)) return text.toLowerCase();
  // In the decomposed form an acute accent that stands alone would be a space.
  const decomposed = withoutHidden(text).replaceAll("´", "'").normalize("NFKD").toLowerCase();
  return typedForms.reduce((form, [signs, typed]) => form.replace(signs, typed), decomposed).normalize("NFC");
}

/** The name of a batch in the form in which "batch 2" is before "Batch 10". No two names have the same form. */
export const batchSortOf = (name: string) =>
  `${searchable(name).replace(/0*(\d+)/g, (_, digits: string) => String.fromCharCode(48 + digits.length) + digits)}\n${name}`;

/**
 * All searched texts of a document in one text. A search needs one pattern for each word and one pass for all,
 * and finds words in any order. Words have no line break, so no match crosses two parts. A text index of MongoDB
 * would find whole words only.
 */
export const searchTextOf = (parts: readonly (string | null)[]): string =>
  [...new Set(parts.map((part) => searchable(part)))].filter((part) => part !== "").join("\n");

/** Former email addresses as one text. Line breaks around each one let a whole one be searched for. */
export const formerSearchOf = (formerEmails: readonly string[]): string =>
  formerEmails.length === 0 ? "" : `\n${formerEmails.map(searchable).join("\n")}\n`;
