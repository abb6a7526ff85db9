import { searchable } from "@ornament/contracts/tables/search-text";
import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { pinCodePattern } from "@ornament/contracts/values/pin-code";

export interface SearchTerm {
  /** The words in the form in which texts are searched. */
  readonly words: readonly string[];
  /** The words without "PIN:" before them and without quotes, brackets and punctuation around them. */
  readonly bareWords: readonly string[];
  /** A complete email address, also one that was copied with a name: `Ann <ann@example.com>`. */
  readonly email: string | undefined;
  /** The beginning of an address, at least up to its @. */
  readonly emailStart: string | undefined;
  /** A complete PIN: `ABCD123` for `PIN: abcd 123`. */
  readonly code: string | undefined;
  /** Whether the term is almost certainly a PIN: it has a digit, a hyphen or "PIN" before it. */
  readonly isSurelyCode: boolean;
  /** Possible parts of a PIN, or a whole PIN, without hyphens and in upper case. The most probable first. */
  readonly codeParts: readonly string[];
  /** A complete PIN with at most one character missing or too many, as `codeParts`. */
  readonly nearlyCode: string | undefined;
}

/** "PIN" or "PIN code" before a code. "PIN1234" may be a code itself. */
const label = /^pin(?: code)?(?:\s*[:#=]\s*|\s+)/;
const around = /^[\s"'“”‘’«»()[\]<>{}.,;:!?]+|[\s"'“”‘’«»()[\]<>{}.,;:!?]+$/g;
const separators = /[\s\-_./]+/g;
const inBrackets = /<([^<>\s]+@[^<>\s]+)>/;

/** Reads a search term. A request reads it once. */
export function readTerm(query: string): SearchTerm {
  const text = searchable(query.trim());
  const bare = text.replace(around, "");
  const unlabelled = bare.replace(label, "");
  const joined = [unlabelled, bare].map((part) => part.replace(separators, "").toUpperCase());
  const codeParts = [...new Set(joined)].filter((part) => /^[0-9A-Z]{1,7}$/.test(part));
  const code = codeParts.find((part) => pinCodePattern.test(part));
  const bareWords = wordsOf(unlabelled).flatMap((word) => word.replace(around, "") || []);
  const email = addressIn(query);
  return {
    words: wordsOf(text),
    bareWords,
    email,
    emailStart: email === undefined && /^[^@]+@[^@]*$/.test(bareWords.join(" ")) ? bareWords[0] : undefined,
    code,
    isSurelyCode: code !== undefined && (/\d/.test(code) || code !== bare.replace(/\s+/g, "").toUpperCase()),
    codeParts,
    nearlyCode: joined.find((part) => /^[0-9A-Z]{6,8}$/.test(part)),
  };
}

export const wordsOf = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((word) => word !== "")),
];

function addressIn(query: string): string | undefined {
  const copied = inBrackets.exec(query)?.[1] ?? query;
  const address = copied.replace(around, "").replace(/^mailto:/i, "");
  return emailProblem(address) === undefined ? normaliseEmail(address) : undefined;
}

const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** All PINs, at most 252, that a text with one error may stand for; none for another length. */
export function codesOneErrorFrom(text: string): string[] {
  const places = [...text].map((_, index) => index);
  const without = (place: number, count = 1) => [text.slice(0, place), text.slice(place + count)] as const;
  const filled = (place: number, count: number) => {
    const [before, after] = without(place, count);
    return characters.map((character) => before + character + after);
  };
  switch (text.length) {
    case 6:
      return distinct([...places, 6].flatMap((place) => filled(place, 0)));
    case 7:
      return distinct([...places.flatMap((place) => filled(place, 1)), ...swapped(text)]);
    case 8:
      return distinct(places.map((place) => without(place).join("")));
    default:
      return [];
  }
}

const swapped = (text: string): string[] =>
  [...text].slice(1).map((character, place) => {
    const neighbour = text.charAt(place);
    return text.slice(0, place) + character + neighbour + text.slice(place + 2);
  });

const distinct = (codes: readonly string[]) => [...new Set(codes)];
