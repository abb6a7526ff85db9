import { keyedHash } from "@ornament/platform/tokens/keyed-hash";

/** 36 bits, so that two forms are equal by chance less than once in ten billion comparisons. */
const formCharacters = 6;

/**
 * The stored form of a wrong PIN: for each of its characters one short keyed hash of the code without that
 * character. Codes that differ in one character share exactly one form, equal codes share all, and other
 * codes share none. Each hash includes the account, so that the forms of two accounts with the same code
 * differ.
 */
export function maskedForms(key: Buffer, consumerId: number, code: string): string {
  const form = (masked: number) => {
    const shown = `${code.slice(0, masked)}?${code.slice(masked + 1)}`;
    return keyedHash(key, "pin-entry-form", consumerId, masked, shown).toString("base64url");
  };
  return Array.from(code, (_character, masked) => form(masked).slice(0, formCharacters)).join("");
}

/** The difference between the codes of two `maskedForms` of the same account. */
export function difference(one: string, other: string): "none" | "one character" | "more" {
  if (one === other) return "none";
  for (let from = 0; from < one.length; from += formCharacters) {
    const to = from + formCharacters;
    if (one.slice(from, to) === other.slice(from, to)) return "one character";
  }
  return "more";
}
