import { composeAccountId } from "@ornament/contracts/domain/account-id";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Drawn } from "./drawn.ts";

const hour = 3_600_000;
const day = 24 * hour;

const firstNames =
  "Anna Ben Clara David Emma Felix Grace Henry Ida James Kate Liam Mia Noah Olivia Paul".split(" ");
const lastNames =
  "Adler Berg Carter Dorn Engel Fischer Green Hall Irving Jansen Keller Lang Moore Nolan".split(" ");
const mailServers = ["example.com", "example.org", "mail.example.net"];
const nicknames = ["", "Living room", "Grandma's", "Kids' tree", "Jingle", "Rudolph"];
const comments = ["Reported stolen", "Lost in the mail", "Returned to the shop", "Replaced, ticket closed"];

export interface SeedPin {
  readonly code: string;
  readonly name: string;
  readonly devices: number;
  readonly blockedWith: string | undefined;
  /** The PIN was deactivated, and then activated again. */
  readonly activatedAgain: boolean;
}

export interface SeedConsumer {
  readonly id: number;
  readonly email: string;
  readonly formerEmail: string | undefined;
  /** The age of the account, in milliseconds. */
  readonly age: number;
  readonly confirmed: boolean;
  readonly marketingEmail: boolean;
  readonly pins: readonly SeedPin[];
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

const codes = 36 ** 7;
/** A number without a common factor with the number of codes, so that the codes are spread and unique. */
const step = 48_271_000_133;

/** The n-th PIN. */
const codeOf = (n: number) => pinCodeOf(Number((BigInt(n + 1) * BigInt(step)) % BigInt(codes)));

/** The number of PINs in one batch. */
export const pinsOfBatch = 5_000;
export const batchOf = (n: number) => `Retail ${Math.floor(n / pinsOfBatch) + 1}`;

/**
 * Consumers and PINs as in a shop after a few seasons. Three quarters of the consumers have one PIN, some
 * have two or three, a tenth have none, and 8 % have not confirmed their email address. 3 % of the PINs are
 * deactivated; one of 200 has more devices than the limit. Most accounts are older than 90 days; 1 % were
 * made in the last 24 hours.
 */
export function drawPeople(pins: number, consumers: number): SeedPeople {
  const drawn = new Drawn(2026);
  const all = Array.from({ length: pins }, (_, n) => codeOf(n));
  const ages = Array.from({ length: consumers }, () => drawAge(drawn)).sort((a, b) => b - a);
  const now = Date.now();
  let used = 0;
  return {
    codes: all,
    consumers: ages.map((age, n) => {
      const confirmed = drawn.chance(0.92);
      const wanted = confirmed ? drawn.one([0, 1, 1, 1, 1, 1, 1, 1, 2, 1]) : 0;
      const own = all.slice(used, used + wanted);
      used += own.length;
      return {
        id: composeAccountId(new Date(now - age), n),
        email: drawEmail(drawn, n),
        formerEmail: drawn.chance(0.02) ? `old.${drawEmail(drawn, n)}` : undefined,
        age,
        confirmed,
        marketingEmail: drawn.chance(0.35),
        pins: own.map((code) => drawPin(drawn, code)),
      };
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

const drawEmail = (drawn: Drawn, n: number) =>
  `${drawn.one(firstNames)}.${drawn.one(lastNames)}.${n}@${drawn.one(mailServers)}`.toLowerCase();

function drawPin(drawn: Drawn, code: string): SeedPin {
  const overLimit = drawn.chance(0.005);
  const blocked = drawn.chance(0.04);
  return {
    code,
    name: drawn.one(nicknames),
    devices: overLimit ? 6 : drawn.one([0, 0, 1, 1, 2]),
    blockedWith: blocked ? drawn.one(comments) : undefined,
    activatedAgain: blocked && drawn.chance(0.25),
  };
}

/** The age of the import that brought all PINs. */
export const ageOfImport = 400 * day;
