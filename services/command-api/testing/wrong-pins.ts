/** Without characters that look like others. */
const characters = "ACDEFHJKLMNPQTUVWXY3479";

/** A wrong PIN that has no look-alikes and differs from the others in more than one character. */
export function freshCode(index: number): string {
  const first = characters[index % characters.length] ?? "";
  const second = characters[Math.floor(index / characters.length)] ?? "";
  return `${first.repeat(3)}${second.repeat(3)}X`;
}
