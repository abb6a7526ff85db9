/** The mail providers that most people in the USA use, as their address ends. Mistyped ones are recognized. */
const providers = [
  "gmail.com",
  "yahoo.com",
  "outlook.com",
  "hotmail.com",
  "icloud.com",
  "aol.com",
  "comcast.net",
  "live.com",
  "msn.com",
  "verizon.net",
  "att.net",
  "sbcglobal.net",
] as const;

/** Correct domains that look like mistyped ones. */
const lookAlikes: readonly string[] = ["email.com", "mail.com", "ymail.com", "love.com", "yahoo.co"];

/** Endings that no domain has, and that are one slip of a finger away from `.com`. */
const mistypedCom: readonly string[] = ["con", "cmo", "ocm", "vom", "xom", "cpm", "cim", "comm", "coom"];
/** Endings of countries, which are a slip only after the name of a provider. */
const shortenedCom: readonly string[] = ["co", "cm", "om", ""];

/**
 * The address that was probably meant: `anna@gmail.com` for `anna@gmial.con`. Undefined if the address has no
 * known mistake. Nothing is looked up: the answer is only a suggestion.
 */
export function suggestedEmail(email: string): string | undefined {
  const [, before = "", typed = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (typed === "" || [...providers, ...lookAlikes].includes(typed)) return undefined;
  const meant = providerMeantBy(typed) ?? withoutMistypedCom(typed);
  return meant === undefined ? undefined : `${before}@${meant}`;
}

const split = (domain: string): [name: string, ending: string] => {
  const dot = domain.lastIndexOf(".");
  return dot < 0 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
};

function withoutMistypedCom(domain: string): string | undefined {
  const [name, ending] = split(domain);
  return name !== "" && mistypedCom.includes(ending) ? `${name}.com` : undefined;
}

function providerMeantBy(domain: string): string | undefined {
  const [typed, typedEnding] = split(domain);
  const slips = providers.map((provider) => {
    const [name, ending] = split(provider);
    const isEnding =
      typedEnding === ending ||
      (ending === "com" && [...mistypedCom, ...shortenedCom].includes(typedEnding)) ||
      (ending === "net" && typedEnding === "");
    const count = isEnding ? slipsBetween(typed, name) : Number.POSITIVE_INFINITY;
    return { provider, count, allowed: slipsAllowedIn(name) };
  });
  const [closest] = slips.filter(({ count, allowed }) => count <= allowed).sort((a, b) => a.count - b.count);
  return closest?.provider;
}

/** A short name has too many correct neighbors. */
function slipsAllowedIn({ length }: string): number {
  if (length < 5) return 0;
  return length < 6 ? 1 : 2;
}

/** The number of missing, additional, wrong and swapped characters (optimal string alignment distance). */
function slipsBetween(typed: string, meant: string): number {
  const rows = Array.from({ length: typed.length + 1 }, () => new Array<number>(meant.length + 1).fill(0));
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= typed.length; row++)
    for (let column = 0; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      const slips =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (isSame ? 0 : 1),
              row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
            );
      (rows[row] as number[])[column] = slips;
    }
  return at(typed.length, meant.length);
}
