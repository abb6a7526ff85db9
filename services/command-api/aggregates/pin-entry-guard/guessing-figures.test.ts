import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { maxPinId } from "@ornament/contracts/domain/pin-code";
import { entryAllowance, entryLimits, guessCosts, type Loss } from "./allowance.ts";
import { SlidingWindow } from "./sliding-window.ts";

const page = readFileSync(new URL("../../../../docs/pin-guessing.md", import.meta.url), "utf8");
const dayMilliseconds = 24 * 3_600_000;
const codes = maxPinId + 1;
const number = (value: number) => value.toLocaleString("en-US");
const amount = (value: number) => String(Number(value.toPrecision(2)));

/** The accounts and network addresses of an attacker, and the attacker's name in the document. */
const attackers = [
  { name: "1 account", accounts: 1, addresses: 1 },
  { name: "1,000 accounts, 1 address", accounts: 1_000, addresses: 1 },
  { name: "1,000 accounts, 1,000 addresses", accounts: 1_000, addresses: 1_000 },
  { name: "10,000 accounts, 10,000 addresses", accounts: 10_000, addresses: 10_000 },
];
type Attacker = (typeof attackers)[number];

const perDay = ({ guesses, windowMilliseconds }: { guesses: number; windowMilliseconds: number }) =>
  (guesses * dayMilliseconds) / windowMilliseconds;
const [shortLimit, dayLimit] = entryLimits.account;
const ofAccount = Math.min(
  ...entryLimits.account.map(({ halfPoints, windowMilliseconds }) =>
    perDay({ guesses: halfPoints / guessCosts.nearby, windowMilliseconds }),
  ),
);
const beyond = entryLimits.beyond.halfPoints / guessCosts.nearby;
const guessesNow = ({ accounts, addresses }: Attacker) =>
  Math.min(
    accounts * ofAccount,
    addresses * perDay(entryLimits.source) + accounts * beyond,
    perDay(entryLimits.everybody) + accounts * beyond,
  );
/** The guard of version 1.0.0: 5 in 15 minutes, 20 and 3,000 in an hour. */
const guessesBefore = ({ accounts, addresses }: Attacker) =>
  Math.min(accounts * 5 * 4 * 24, addresses * 20 * 24, 3_000 * 24);

const found = (guesses: number, issued: number) => (guesses * issued) / codes;
const after = (days: number) => {
  if (days >= 730) return `${amount(days / 365)} years`;
  return days >= 2 ? `${amount(days)} days` : `${amount(days * 24)} hours`;
};

test.each(attackers)("docs/pin-guessing.md states the guesses that $name can make in a day", (attacker) => {
  const now = guessesNow(attacker);
  const before = guessesBefore(attacker);
  const cells = [
    attacker.name,
    number(now),
    amount(found(now, 1_000_000)),
    after(1 / found(now, 1_000_000)),
    amount(found(now, 100_000)),
    `${number(before)} guesses, ${amount(found(before, 1_000_000))} PINs`,
  ];
  expect(page).toContain(`| ${cells.join(" | ")} |`);
});

test("docs/pin-guessing.md states the limits of the code", () => {
  const points = (halfPoints: number) => (halfPoints === 2 ? "1 point" : `${halfPoints / 2} points`);
  const rows = [
    `| that is new | ${points(guessCosts.fresh)} |`,
    `in the last 24 hours | ${points(guessCosts.nearby)} |`,
    `in the last 24 hours | ${points(guessCosts.repeated)} |`,
    `| account | ${points(shortLimit.halfPoints)} | 15 minutes |`,
    `| account | ${points(dayLimit.halfPoints)} | 24 hours |`,
    `| ${number(entryLimits.source.guesses)} wrong PINs | an hour |`,
    `| everybody together | ${number(entryLimits.everybody.guesses)} wrong PINs | an hour |`,
    `over the limit | ${points(entryLimits.beyond.halfPoints)} | 24 hours |`,
    `36⁷ = ${number(codes)} codes`,
    `one guess in ${number(Math.round(codes / 1_000_000))} is right; with 100,000, one in ${number(Math.round(codes / 100_000))}.`,
    `- ${ofAccount} for each account,`,
    `- ${number(perDay(entryLimits.source))} for each network (${entryLimits.source.guesses} an hour), and ${beyond} more`,
    `- ${number(perDay(entryLimits.everybody))} for everybody (${number(entryLimits.everybody.guesses)} an hour), and ${beyond} more`,
  ];
  for (const row of rows) expect(page).toContain(row);
  expect([shortLimit.windowMilliseconds, dayLimit.windowMilliseconds]).toEqual([900_000, dayMilliseconds]);
});

describe("an attacker who guesses as soon as it is allowed, always at half the cost", () => {
  const begin = 1_700_000_000_000;
  const days = 3;

  /** The times of the guesses that accounts in one network make, each as soon as it may. */
  function attack(accounts: number): { at: number; account: number }[] {
    const window = (milliseconds: number) => new SlidingWindow<Loss>(milliseconds);
    const source = window(entryLimits.source.windowMilliseconds);
    const own = Array.from({ length: accounts }, () => window(dayLimit.windowMilliseconds));
    const guesses: { at: number; account: number }[] = [];
    const next = own.map((_window, account) => ({ account, at: begin }));
    for (;;) {
      const turn = next.reduce((earliest, each) => (each.at < earliest.at ? each : earliest));
      const { account, at } = turn;
      if (at >= begin + days * dayMilliseconds) return guesses;
      const losses = own[account];
      if (!losses) throw new Error("No such account");
      source.drop(at);
      losses.drop(at);
      const failures = { account: losses.all(), source, everybody: source, more: 0, inFlight: 0 };
      const { codes: allowed, retryAfterSeconds } = entryAllowance(failures, at);
      if (allowed === 0) turn.at += retryAfterSeconds * 1000;
      else {
        const loss = { at, halfPoints: guessCosts.nearby };
        losses.add(loss);
        source.add(loss);
        guesses.push({ at, account });
      }
    }
  }
  const mostInADay = (times: number[]) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + dayMilliseconds).length));

  test("one account never gets more guesses in any 24 hours than docs/pin-guessing.md states", () => {
    expect(mostInADay(attack(1).map(({ at }) => at))).toBe(ofAccount);
  });

  test("200 accounts in one network never get more guesses in a day than docs/pin-guessing.md states", () => {
    const guesses = attack(200);
    const inDays = Array.from(
      { length: days },
      (_, day) => guesses.filter(({ at }) => Math.floor((at - begin) / dayMilliseconds) === day).length,
    );
    const most = guessesNow({ name: "", accounts: 200, addresses: 1 });
    for (const inDay of inDays) expect(inDay).toBeLessThanOrEqual(most);
    expect(Math.max(...inDays)).toBeGreaterThan(perDay(entryLimits.source) / 2);
  });
});
