const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * All PINs that a text with one error may stand for: a wrong or missing character, one too many, or two
 * neighbours in the wrong order. At most 252; none for a text that is not six to eight letters or digits.
 */
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
