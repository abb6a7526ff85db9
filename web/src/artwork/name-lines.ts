/** Names up to this length are easier to read in one line. */
const oneLine = 12;

/** A name in one line, or in two of about the same length if it is long and has a space to break at. */
export function nameLines(name: string): readonly string[] {
  const words = name.trim().split(/\s+/);
  const whole = words.join(" ");
  if (whole === "") return [];
  if ([...whole].length <= oneLine || words.length === 1) return [whole];
  const halves = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(" "), words.slice(index + 1).join(" ")]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));
  return halves.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}
