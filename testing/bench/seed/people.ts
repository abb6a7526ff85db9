import { composeAccountId } from "@ornament/contracts/values/account-id";
import { Drawn } from "@ornament/embedded/demo/drawn";
import { codeOf, type DrawnConsumer, drawConsumer } from "@ornament/embedded/demo/people";

const hour = 3_600_000;
const day = 24 * hour;

export interface SeedConsumer extends DrawnConsumer {
  readonly id: number;
  /** The age of the account, in milliseconds. */
  readonly age: number;
}

export interface SeedPeople {
  /** All PINs, in the order of their import. */
  readonly codes: readonly string[];
  /** The consumers, the oldest account first. */
  readonly consumers: readonly SeedConsumer[];
}

/** The PINs that consumers own and that are not deactivated, the newest accounts first. */
export const activeCodes = ({ consumers }: SeedPeople): readonly string[] =>
  consumers
    .flatMap(({ pins }) => pins)
    .flatMap(({ code, blockedWith }) => (blockedWith === undefined ? [code] : []))
    .toReversed();

/** The PINs without an owner. */
export function freeCodes({ codes, consumers }: SeedPeople): readonly string[] {
  const owned = new Set(consumers.flatMap(({ pins }) => pins.map(({ code }) => code)));
  return codes.filter((code) => !owned.has(code));
}

/** The number of PINs in one batch. */
export const pinsOfBatch = 5_000;
export const batchOf = (n: number) => `Retail ${Math.floor(n / pinsOfBatch) + 1}`;

/**
 * The people of the demo data with the ages of their accounts: most are older than 90 days; 1 % were made in
 * the last 24 hours.
 */
export function drawPeople(pins: number, consumers: number): SeedPeople {
  const drawn = new Drawn(2026);
  const codes = Array.from({ length: pins }, (_, n) => codeOf(n));
  const ages = Array.from({ length: consumers }, () => drawAge(drawn)).sort((a, b) => b - a);
  const now = Date.now();
  let used = 0;
  return {
    codes,
    consumers: ages.map((age, n) => {
      const consumer = drawConsumer(drawn, n, codes.slice(used, used + 2));
      used += consumer.pins.length;
      return { id: composeAccountId(new Date(now - age), n), age, ...consumer };
    }),
  };
}

function drawAge(drawn: Drawn): number {
  const share = drawn.next();
  if (share < 0.01) return drawn.below(day);
  if (share < 0.03) return day + drawn.below(6 * day);
  if (share < 0.1) return 7 * day + drawn.below(23 * day);
  if (share < 0.3) return 30 * day + drawn.below(60 * day);
  return 90 * day + drawn.below(270 * day);
}

/** The age of the import that brought all PINs. */
export const ageOfImport = 400 * day;
