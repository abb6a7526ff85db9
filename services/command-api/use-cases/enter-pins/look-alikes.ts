import { lookAlikeOf } from "@ornament/contracts/domain/look-alikes";

/** The largest number of codes that are tried for one wrong PIN. */
const most = 8;

/**
 * The codes that a wrong PIN with easily confused characters (O/0, I/1, S/5, B/8, G/6, Z/2) probably stands
 * for: first those with one character exchanged, then those with all of a repeated character exchanged, because
 * people misread all of them.
 */
export function lookAlikes(code: string): string[] {
  const characters = [...code];
  const one = characters.flatMap((character, index) => {
    const partner = lookAlikeOf(character);
    return partner ? [code.slice(0, index) + partner + code.slice(index + 1)] : [];
  });
  const all = characters.flatMap((character) => {
    const partner = lookAlikeOf(character);
    return partner ? [code.replaceAll(character, partner)] : [];
  });
  return [...new Set([...one, ...all])].slice(0, most);
}
