/**
 * The code within a typed or pasted text: `123 456`, or `Your code is 123456.`. A shorter text gives the digits so
 * far, and a longer number its first digits.
 */
export function codeInText(text: string, length: number): string {
  const words = text.match(/\d+/g) ?? [];
  return words.find((word) => word.length === length) ?? words.join("").slice(0, length);
}
