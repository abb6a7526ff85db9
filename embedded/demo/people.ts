import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import type { Drawn } from "./drawn.ts";

export interface DrawnPin {
  readonly code: string;
  readonly name: string;
  readonly devices: number;
  readonly blockedWith: string | undefined;
  /** The PIN was deactivated, and then activated again. */
  readonly activatedAgain: boolean;
}

export interface DrawnConsumer {
  readonly email: string;
  readonly formerEmail: string | undefined;
  readonly confirmed: boolean;
  readonly marketingEmail: boolean;
  readonly pins: readonly DrawnPin[];
}

const firstNames =
  "Anna Ben Clara David Emma Felix Grace Henry Ida James Kate Liam Mia Noah Olivia Paul".split(" ");
const lastNames =
  "Adler Berg Carter Dorn Engel Fischer Green Hall Irving Jansen Keller Lang Moore Nolan".split(" ");
const mailServers = ["example.com", "example.org", "mail.example.net"];
const nicknames = ["", "Living room", "Grandma's", "Kids' tree", "Jingle", "Rudolph"];
const comments = ["Reported stolen", "Lost in the mail", "Returned to the shop", "Replaced, ticket closed"];
const devices = [
  {
    name: "Mom's phone",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  },
  {
    name: "",
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; SM-S921U) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  },
  {
    name: "Kitchen iPad",
    userAgent:
      "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  },
  {
    name: "",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  },
  { name: "Old laptop", userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0" },
] as const;

/** The n-th device, with the name that its owner gave it, or none. */
export const deviceOf = (n: number) => devices[n % devices.length] ?? devices[0];

const codes = 36 ** 7;
/** A number without a common factor with the number of codes, so that the codes are spread and unique. */
const step = 48_271_000_133;

/** The code of the n-th PIN. */
export const codeOf = (n: number) => pinCodeOf(Number((BigInt(n + 1) * BigInt(step)) % BigInt(codes)));

/**
 * The n-th consumer, as in a shop after a few seasons. Three quarters of the consumers have one PIN, some have
 * two, a tenth have none, and 8 % have not confirmed their email address. 3 % of the PINs are deactivated; one
 * of 200 has more devices than the limit.
 * @param free the codes of the PINs that are left; the consumer has the first ones
 */
export function drawConsumer(drawn: Drawn, n: number, free: readonly string[]): DrawnConsumer {
  const confirmed = drawn.chance(0.92);
  const wanted = confirmed ? drawn.one([0, 1, 1, 1, 1, 1, 1, 1, 2, 1]) : 0;
  return {
    email: drawEmail(drawn, n),
    formerEmail: drawn.chance(0.02) ? `old.${drawEmail(drawn, n)}` : undefined,
    confirmed,
    marketingEmail: drawn.chance(0.35),
    pins: free.slice(0, wanted).map((code) => drawPin(drawn, code)),
  };
}

const drawEmail = (drawn: Drawn, n: number) =>
  `${drawn.one(firstNames)}.${drawn.one(lastNames)}.${n}@${drawn.one(mailServers)}`.toLowerCase();

function drawPin(drawn: Drawn, code: string): DrawnPin {
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
