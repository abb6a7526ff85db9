/**
 * Forbidden words, with their replacements. `allowed` matches lines on which the product's
 * requirements or stored data fix the word.
 */
const rules = [
  { wrong: /\banew\b/i, instead: "again" },
  { wrong: /\b(?:the|an?) own\b(?!er)/i, instead: "their own, its own" },
  { wrong: /\bbeside\b/i, instead: "next to, with, compared with" },
  { wrong: /\bat once\b/i, instead: "immediately, or at the same time" },
  {
    wrong: /\bcustomers?\b/i,
    instead: "consumer",
    allowed: /customer[ _-]?(?:support|label|care)|"customer"|\*customer\*|`customer`/i,
  },
  {
    wrong: /\b(?:un)?block(?:s|ed|ing)? (?:a|the|this|that|his|her|their|its) PINs?\b|\bblocked PINs?\b/i,
    instead: "deactivate, activate a PIN",
  },
  {
    wrong: /\bactivation (?:links?|mails?)\b/i,
    instead: "confirmation link",
    allowed: /["`][^"`]*activation link/i,
  },
  {
    wrong: /\bactivat(?:e|es|ed|ing) (?:an?|the|their|his|her) (?:email|account|address)/i,
    instead: "confirm an email address",
  },
  { wrong: /\bSystem Action Log\b|\bsystem action log\b/, instead: "System action log" },
  {
    wrong: /\blog(?:s|ged|ging)? (?:in|out)\b(?!to)/i,
    instead: "sign in, sign out",
    allowed: /["'`/][^"'`]*\blogs? ?(?:in|out)\b|^\s+Log Out$/i,
  },
];

/**
 * The wrong words of a text, with their lines.
 * @param {string} file
 * @param {string} text
 */
export function wrongWords(file, text) {
  const found = [];
  text.split("\n").forEach((line, index) => {
    for (const { wrong, instead, allowed } of rules) {
      const match = wrong.exec(line);
      if (match && !allowed?.test(line))
        found.push({ line: index + 1, word: match[0].trim(), instead, file });
    }
  });
  return found;
}
