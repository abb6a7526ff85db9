import { expect, test } from "@jest/globals";
import { defaultAdminRetentionDays } from "@ornament/contracts/domain/admin-retention";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { adminCookies, consumerCookies } from "@ornament/contracts/domain/cookies";
import type { LegalText } from "./legal-text.ts";
import { privacyPolicy } from "./privacy.ts";
import { termsOfUse } from "./terms.ts";

const wordsOf = ({ effective, intro, sections }: LegalText) =>
  [
    effective,
    ...intro,
    ...sections.flatMap(({ heading, blocks }) => [
      heading,
      ...blocks.flatMap((block) => (typeof block === "string" ? [block] : block.list)),
    ]),
  ].join("\n");

test.each([
  "7/19/2023",
  "at least 18 years old",
  "age of consent",
  "within 30 days",
  "Within 60 days",
  "25 or more similar demands",
  "within 180 days",
  "batches of up to 200",
  "State of Kansas",
  "claims up to $2,500 the hearing is by telephone",
  "ONE HUNDRED DOLLARS ($100)",
  "Copyright Agent",
  "USA only",
])("the terms of use say: %s", (fact) => {
  expect(wordsOf(termsOfUse(defaultBrand))).toContain(fact);
});

test("the terms of use name only one amount as the liability cap", () => {
  expect(wordsOf(termsOfUse(defaultBrand))).not.toContain("$1,000");
});

test("the terms of use name only measures against misuse that the product has: it suspends no account", () => {
  const words = wordsOf(termsOfUse(defaultBrand));
  expect(words).toContain("deactivate a PIN, remove a device or close an account");
  expect(words).not.toMatch(/suspend/i);
});

test("the privacy policy counts the cookies of the consumer site, and names every cookie that the product sets", () => {
  const words = wordsOf(privacyPolicy(defaultBrand, defaultAdminRetentionDays));
  const numbers = ["no", "one", "two", "three", "four", "five", "six"];
  expect(words).toContain(`We use ${numbers[consumerCookies.length]} cookies`);
  expect(words).toContain(`use ${numbers[adminCookies.length]} more cookies`);
  for (const name of [...consumerCookies, ...adminCookies])
    expect(words).toMatch(new RegExp(`\\b${name}\\b`));
});

test("the privacy policy names the texts that no erasure reaches, and the backups that still have the key", () => {
  const words = wordsOf(privacyPolicy(defaultBrand, defaultAdminRetentionDays));
  expect(words).toContain("not encrypted and stay forever, readable by all of our staff");
  expect(words).toContain("Backups made before the deletion keep the key");
  expect(words).toContain("ask us to delete your account");
});

test("the terms of use and the privacy policy show the configured contact and the date", () => {
  const brand = { ...defaultBrand, supportEmail: "help@house.example", supportPhone: "1-800-555-0199" };
  for (const text of [termsOfUse(brand), privacyPolicy(brand, defaultAdminRetentionDays)]) {
    expect(wordsOf(text)).toContain("help@house.example");
    expect(wordsOf(text)).toContain("1-800-555-0199");
    expect(text.effective).toBe("7/19/2023");
  }
});

test.each([
  [730, "stay for 2 years,"],
  [365, "stay for 1 year,"],
  [90, "stay for 90 days,"],
  [1, "stay for 1 day,"],
  [0, "stay for less than a day,"],
])("the privacy policy shows a retention of %d days of a deleted staff account", (days, words) => {
  expect(wordsOf(privacyPolicy(defaultBrand, days))).toContain(words);
});
