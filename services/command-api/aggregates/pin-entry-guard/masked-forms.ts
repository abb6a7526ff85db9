import { keyedHash } from "@ornament/platform/tokens/keyed-hash";

/** 36 bits, so that two forms are equal by chance less than once in ten billion comparisons. */
const formCharacters = 6;

/**
 * What is stored of a wrong PIN: one short keyed hash for each of its characters, of the code without that character. Codes
 * that differ in one character share exactly one form, the same codes share all, and others share none. The account
 * is part of each hash, so that it can't be seen that two accounts typed the same.
 */
export function maskedForms(key: Buffer, consumerId: number, code: string): string {
  const form = (masked: number) => {
    const shown = `${code.slice(0, masked)}?${code.slice(masked + 1)}`;
    return keyedHash(key, "pin-entry-form", consumerId, masked, shown).toString("base64url");
  };
  return Array.from(code, (_character, masked) => form(masked).slice(0, formCharacters)).join("");
}

/** How the codes of two `maskedForms` of the same account differ. */
export function difference(one: string, other: string): "none" | "one character" | "more" {
  if (one === other) return "none";
  for (let from = 0; from < one.length; from += formCharacters) {
    const to = from + formCharacters;
    if (one.slice(from, to) === other.slice(from, to)) return "one character";
  }
  return "more";
}
