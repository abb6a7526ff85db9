import { lookAlikePairs } from "@ornament/contracts/pins/look-alikes";

/**
 * Characters that are easily misread on an ornament. The server doesn't try U and V: they are only marked, so
 * they cost no tries.
 */
const pairs: readonly string[] = [...lookAlikePairs, "UV"];

/** The places of the look-alike characters in a typed PIN, counted from 0 with the hyphen. */
export const lookAlikesIn = (pin: string): number[] =>
  placesOf(pin, (character) => pairOf(character) !== undefined);

/** The places at which two PINs of the same length differ. */
export const differencesOf = (pin: string, other: string): number[] =>
  placesOf(pin, (character, index) => character !== other[index]);

const placesOf = (pin: string, is: (character: string, index: number) => boolean): number[] =>
  [...pin].flatMap((character, index) => (is(character, index) ? [index] : []));

const pairOf = (character: string) => pairs.find((pair) => pair.includes(character));

/**
 * Questions about the look-alike characters of a PIN, in words: "Check the 2nd character: O or 0?" They
 * reveal nothing about real PINs.
 */
export function lookAlikeQuestions(pin: string): string[] {
  const code = pin.replace("-", "");
  const asked = new Map<string, string[]>();
  for (const [index, character] of [...code].entries()) {
    const pair = pairOf(character);
    if (pair !== undefined) asked.set(pair, [...(asked.get(pair) ?? []), ordinals[index] ?? ""]);
  }
  const [first, ...others] = [...asked].map(([[letter, digit], places]) => ({
    places: listed(places),
    noun: places.length === 1 ? "character" : "characters",
    either: `${letter} or ${digit}?`,
  }));
  if (!first) return ["Compare each character with the PIN on your ornament."];
  return [
    `Check the ${first.places} ${first.noun}: ${first.either}`,
    ...others.map(({ places, either }) => `The ${places}: ${either}`),
  ];
}

const ordinals = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"];

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
