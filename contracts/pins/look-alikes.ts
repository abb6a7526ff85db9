/** Characters that are easily mistaken for each other on an ornament, on paper and on a screen. */
export const lookAlikePairs = ["O0", "I1", "S5", "B8", "G6", "Z2"] as const;

const partners = new Map(
  lookAlikePairs.flatMap((pair) => {
    const [one, other] = [...pair] as [string, string];
    return [
      [one, other],
      [other, one],
    ];
  }),
);

/** The character that looks like this one, or `undefined`. */
export const lookAlikeOf = (character: string): string | undefined => partners.get(character);

/** All codes that a code with misread characters may stand for, at most 128, the code itself first. */
export function everyReading(code: string): string[] {
  return [...code].reduce(
    (readings, character) => {
      const partner = lookAlikeOf(character);
      const either = partner === undefined ? [character] : [character, partner];
      return either.flatMap((next) => readings.map((reading) => reading + next));
    },
    [""],
  );
}
