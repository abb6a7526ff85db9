import type { GenerationWriter } from "../generations/generation-writer.ts";

/** The reason why a generation is not a whole one, in words. */
export function problemOf({ generation, skipped: { count, first }, unreadable }: GenerationWriter): string {
  if (unreadable !== undefined) return `${generation.name}: ${unreadable}`;
  const others = count > 1 ? `, and ${count - 1} more` : "";
  return `${generation.name}: ${first}${others}`;
}
