import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { faqEntries } from "./faq.ts";

const answersAt = (deviceLimit: number) =>
  faqEntries({ deviceLimit, supportHours: defaultBrand.supportHours })
    .flatMap(({ answer }) => answer)
    .join("\n");

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
  expect(answersAt(7)).toContain(fact);
});

test("the FAQ says “1 device” at a limit of one", () => {
  expect(answersAt(1)).toContain("up to 1 device.");
});
