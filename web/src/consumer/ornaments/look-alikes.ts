import { lookAlikePairs } from "@ornament/contracts/domain/look-alikes";

/**
 * A question that names the look-alike characters of a PIN; undefined if it has none. It reveals nothing
 * about real PINs.
 */
export function lookAlikeHint(pin: string): string | undefined {
  const present = lookAlikePairs.filter((pair) => [...pair].some((character) => pin.includes(character)));
  const questions = present.map(([letter, digit]) => `${letter} or ${digit}`);
  return questions.length === 0 ? undefined : `Look closely: ${questions.join(", ")}?`;
}
