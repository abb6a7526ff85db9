import { everyReading } from "@ornament/contracts/pins/look-alikes";
import { batchSortOf, searchable } from "@ornament/contracts/tables/search-text";
import type { Filter } from "mongodb";
import { allOf } from "./conditions.ts";
import { codesOneErrorFrom, type SearchTerm, wordsOf } from "./search-term.ts";

export const literally = (term: string) =>
  term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\0", "\\x00");

export const containsExactly = (text: string) => ({ $regex: literally(text) });

/** Finds the term in a field whose texts are stored `searchable`. */
export const contains = (term: string) => containsExactly(searchable(term));

export const everyWord = <D>(query: string, condition: (word: string) => Filter<D>): Filter<D> =>
  allOf(wordsOf(query).map(condition));

export type OwnerField = "all" | "email" | "pin" | "batch" | "commentary";

/** The documents that an index finds for complete PINs, email addresses and names of batches. */
export interface Exact<D> {
  readonly byCodes: (codes: string[]) => Filter<D>;
  /** The accounts that have or had the address that is searched for, or whose address begins with it. */
  readonly owners: readonly number[];
  readonly batches?: readonly string[];
}

/**
 * The filters that find a term in a table of PINs and their owners; the first one with a result is used. An index finds
 * the exact PIN or address and look-alikes; parts are one pass over all documents. Seven letters without a digit are more
 * likely a name ("summers"), so there the text comes before the PIN.
 */
export function ownerFilters<D>(term: SearchTerm, field: OwnerField, exact: Exact<D>): Filter<D>[] {
  if (term.words.length === 0) return [{}];
  const filters = {
    all: () => anywhere(term, exact),
    email: () => inEmails(term, exact),
    pin: () => inPins(term, exact),
    batch: () => [inBatches(exact)],
    commentary: () => [hasWords<D>("commentSearch", term.words)],
  };
  return filters[field]();
}

function anywhere<D>(term: SearchTerm, exact: Exact<D>): Filter<D>[] {
  const { words, bareWords, email, code, isSurelyCode, codeParts } = term;
  if (exact.owners.length > 0) return [ofOwners(exact)];
  if (email !== undefined) return [hasWords("search", [email])];
  // A part of a PIN may be typed with a hyphen or space in another place than where it is shown.
  const joined = code === undefined ? codeParts.map((part) => [part.toLowerCase()]) : [];
  const inText = distinct([words, bareWords, ...joined]).map((each) => hasWords<D>("search", each));
  const inCodes = code === undefined ? [] : exactThenAlike(code, exact);
  return isSurelyCode ? [...inCodes, ...inText] : [...inText, ...inCodes];
}

const distinct = (spellings: readonly (readonly string[])[]) => [
  ...new Map(spellings.filter(({ length }) => length > 0).map((words) => [words.join(" "), words])).values(),
];

function inEmails<D>({ email, bareWords, words }: SearchTerm, exact: Exact<D>): Filter<D>[] {
  if (exact.owners.length > 0) return [ofOwners(exact)];
  if (email !== undefined) return [hasWords("emailSearch", [email])];
  return distinct([words, bareWords]).map((each) => hasWords("emailSearch", each));
}

function inBatches<D>({ batches = [] }: Exact<D>): Filter<D> {
  const keys = batches.map(batchSortOf);
  return where("batchSort", keys.length === 1 ? keys[0] : { $in: keys });
}

function inPins<D>({ code, codeParts, words }: SearchTerm, exact: Exact<D>): Filter<D>[] {
  if (code !== undefined) return exactThenAlike(code, exact);
  const shown = words.join(" ").toUpperCase();
  const inCode = codeParts.map((part) => where<D>("code", containsExactly(part)));
  // The code has a text without a hyphen wherever the shown PIN has it, and also across the hyphen.
  return codeParts.includes(shown) ? inCode : [where<D>("pin", containsExactly(shown)), ...inCode];
}

export function exactThenAlike<D>(code: string, { byCodes }: Pick<Exact<D>, "byCodes">): Filter<D>[] {
  const readings = everyReading(code);
  return readings.length === 1 ? [byCodes([code])] : [byCodes([code]), byCodes(readings)];
}

/** The filter for rows with a PIN one error away from the term; undefined for another term. */
export function similarPins<D>(
  { nearlyCode }: SearchTerm,
  field: OwnerField,
  { byCodes }: Pick<Exact<D>, "byCodes">,
): Filter<D> | undefined {
  const searched = field === "all" || field === "pin";
  return searched && nearlyCode !== undefined ? byCodes(codesOneErrorFrom(nearlyCode)) : undefined;
}

/**
 * The filter for PINs that end with the term; undefined for a complete PIN, and for fewer than three
 * characters. No index leads to the end of a text. The hyphen of a shown PIN stands before its last three
 * characters, so a literal text that has it there is found at the end only.
 */
export function pinEnding<D>({ code, codeParts }: SearchTerm): Filter<D> | undefined {
  const [part = ""] = codeParts;
  if (code !== undefined || part.length < afterHyphen) return undefined;
  return where("pin", containsExactly(`${part.slice(0, -afterHyphen)}-${part.slice(-afterHyphen)}`));
}

const afterHyphen = 3;

const ofOwners = <D>({ owners }: Exact<D>): Filter<D> => where("consumerId", { $in: owners });

type SearchedField = "search" | "emailSearch" | "commentSearch";
type Field = SearchedField | "consumerId" | "pin" | "code" | "batchSort";
const where = <D>(field: Field, condition: unknown) => ({ [field]: condition }) as Filter<D>;

const hasWords = <D>(field: SearchedField, words: readonly string[]): Filter<D> =>
  allOf(words.map((word) => where<D>(field, containsExactly(word))));
