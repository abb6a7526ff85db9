import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { type RequestLimit, requestLimits } from "@ornament/contracts/routes/request-limits";
import { maxPinId } from "@ornament/contracts/values/pin-code";
import { entryLimits } from "./decider.ts";

const page = readFileSync(new URL("../../../docs/pin-guessing.md", import.meta.url), "utf8");
const codes = maxPinId + 1;
const number = (value: number) => value.toLocaleString("en-US");
const amount = (value: number) => String(Number(value.toPrecision(2)));
const { wrongPinOfNetwork, wrongPinOfEverybody } = requestLimits;
const [shortLimit, dayLimit] = entryLimits.account;
const inADay = ({ atOnce, everySeconds }: RequestLimit) => atOnce + (24 * 3_600) / everySeconds;

/** The accounts and network addresses of an attacker, and the attacker's name in the document. */
const attackers = [
  { name: "1 account", accounts: 1, addresses: 1 },
  { name: "1,000 accounts, 1 address", accounts: 1_000, addresses: 1 },
  { name: "1,000 accounts, 1,000 addresses", accounts: 1_000, addresses: 1_000 },
  { name: "10,000 accounts, 10,000 addresses", accounts: 10_000, addresses: 10_000 },
];

test.each(attackers)(
  "docs/pin-guessing.md states the guesses that $name can make in a day",
  ({ name, accounts, addresses }) => {
    const beyond = accounts * entryLimits.beyond.wrongPins;
    const guesses = Math.min(
      accounts * dayLimit.wrongPins,
      addresses * inADay(wrongPinOfNetwork) + beyond,
      inADay(wrongPinOfEverybody) + beyond,
    );
    const found = (issued: number) => (guesses * issued) / codes;
    const days = 1 / found(1_000_000);
    const after =
      days >= 730
        ? `${amount(days / 365)} years`
        : days >= 2
          ? `${amount(days)} days`
          : `${amount(days * 24)} hours`;
    const cells = [name, number(guesses), amount(found(1_000_000)), after, amount(found(100_000))];
    expect(page).toContain(`| ${cells.join(" | ")} |`);
  },
);

test("docs/pin-guessing.md states the limits of the code", () => {
  const hourly = ({ everySeconds }: RequestLimit) => number(3_600 / everySeconds);
  const rows = [
    `| account | ${shortLimit.wrongPins} wrong PINs | 15 minutes |`,
    `| account | ${dayLimit.wrongPins} wrong PINs | 24 hours |`,
    `| ${number(wrongPinOfNetwork.atOnce)} wrong PINs | in a row, and then ${hourly(wrongPinOfNetwork)} an hour |`,
    `| everybody together | ${number(wrongPinOfEverybody.atOnce)} wrong PINs | in a row, and then ${hourly(wrongPinOfEverybody)} an hour |`,
    `over the limit | ${entryLimits.beyond.wrongPins} wrong PINs | 24 hours |`,
    `36⁷ = ${number(codes)} codes`,
    `one guess in ${number(Math.round(codes / 1_000_000))} is right; with 100,000, one in ${number(Math.round(codes / 100_000))}.`,
    `- ${dayLimit.wrongPins} for each account,`,
    `- ${number(inADay(wrongPinOfNetwork))} for each network, and ${entryLimits.beyond.wrongPins} more`,
    `- ${number(inADay(wrongPinOfEverybody))} for everybody, and ${entryLimits.beyond.wrongPins} more`,
  ];
  for (const row of rows) expect(page).toContain(row);
});
