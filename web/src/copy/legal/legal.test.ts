import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { faqEntries } from "../faq.ts";
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

test("the terms name no other amount as the cap", () => {
  expect(wordsOf(termsOfUse(defaultBrand))).not.toContain("$1,000");
});

test("both texts carry the configured contact and the date", () => {
  const brand = { ...defaultBrand, supportEmail: "help@house.example", supportPhone: "1-800-555-0199" };
  for (const text of [termsOfUse(brand), privacyPolicy(brand)]) {
    expect(wordsOf(text)).toContain("help@house.example");
    expect(wordsOf(text)).toContain("1-800-555-0199");
    expect(text.effective).toBe("7/19/2023");
  }
});

test.each([
  "December 1st",
  "2-3 videos a day from December 1 to 23, several on December 24, and one each on December 25 and 26",
  "from the day you registered onward",
  "English only",
  "USA only",
  "weekdays in November and 7 days a week in December",
  "up to 7 devices",
  "8am-12pm and 12:30-5pm CT",
  "18 or over",
])("the FAQ says: %s", (fact) => {
  const entries = faqEntries({ deviceLimit: 7, supportHours: defaultBrand.supportHours });
  expect(entries.flatMap(({ answer }) => answer).join("\n")).toContain(fact);
});
