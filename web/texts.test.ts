import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { defaultAdminRetentionDays } from "@ornament/contracts/values/admin-retention";
import { type Brand, defaultBrand } from "@ornament/contracts/values/brand";
import { adminCookies, consumerCookies } from "@ornament/contracts/values/cookies";
import { faqValues, legalValues, sectionsOf } from "./src/copy/sections.ts";

const textOf = (file: "terms" | "privacy" | "faq") =>
  readFileSync(new URL(`src/copy/${file}.txt`, import.meta.url), "utf8");
const wordsOf = (...[text, values]: Parameters<typeof sectionsOf>) =>
  sectionsOf(text, values)
    .flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])
    .join("\n");
const legalWords = (
  file: "terms" | "privacy",
  brand: Brand = defaultBrand,
  days = defaultAdminRetentionDays,
) => wordsOf(textOf(file), legalValues(brand, days));
const faqWords = (deviceLimit: number) => wordsOf(textOf("faq"), faqValues(deviceLimit, defaultBrand));

test("a text is read as sections with paragraphs and lists, and every mark in it has a value", () => {
  const text = "Effective today\n\nWe are {name}.\n\n## First\n\nOne.\n\n- a\n- b\n\n## Second\n\nTwo.\n";
  expect(sectionsOf(text, { name: "Elfin" })).toEqual([
    { heading: "", blocks: ["Effective today", "We are Elfin."] },
    { heading: "First", blocks: ["One.", ["a", "b"]] },
    { heading: "Second", blocks: ["Two."] },
  ]);
  for (const words of [legalWords("terms"), legalWords("privacy"), faqWords(5)])
    expect(words).not.toMatch(/[{}]|## /);
});

test("the privacy policy counts the cookies of the consumer site, and names every cookie that the product sets", () => {
  const words = legalWords("privacy");
  const numbers = ["no", "one", "two", "three", "four", "five", "six"];
  expect(words).toContain(`We use ${numbers[consumerCookies.length]} cookies`);
  expect(words).toContain(`use ${numbers[adminCookies.length]} more cookies`);
  for (const name of [...consumerCookies, ...adminCookies])
    expect(words).toMatch(new RegExp(`\\b${name}\\b`));
});

test("the terms of use and the privacy policy show the configured contact and the date", () => {
  const brand = { ...defaultBrand, supportEmail: "help@house.example", supportPhone: "1-800-555-0199" };
  for (const words of [legalWords("terms", brand), legalWords("privacy", brand)]) {
    expect(words).toContain("help@house.example");
    expect(words).toContain("1-800-555-0199");
    expect(words).toContain("Effective 7/19/2023");
  }
});

test.each([
  [730, "stay for 2 years,"],
  [365, "stay for 1 year,"],
  [90, "stay for 90 days,"],
  [1, "stay for 1 day,"],
  [0, "stay for less than a day,"],
])("the privacy policy shows a retention of %d days of a deleted staff account", (days, words) =>
  expect(legalWords("privacy", defaultBrand, days)).toContain(words),
);

test("the FAQ says “1 device” at a limit of one", () => expect(faqWords(1)).toContain("up to 1 device."));
