import { isAdult } from "@ornament/contracts/registration/age";
import { limits } from "@ornament/contracts/values/limits";
import { forgetValues } from "../../app/browser-storage/kept-values.ts";
import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

/** The key under which the tab keeps the chosen month and year. */
export const birthDateForm = "age";

export const forgetBirthDate = (session: KeyValueStore) => forgetValues(session, birthDateForm);

const monthName = new Intl.DateTimeFormat("en-US", { month: "long" });

export const birthMonths = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(new Date(2000, index)),
}));

/** From the current year back to 1900. The latest years come first, so that parents scroll less. */
export const birthYears = (today: Date) =>
  Array.from({ length: today.getFullYear() - limits.firstBirthYear + 1 }, (_, back) => {
    const year = String(today.getFullYear() - back);
    return { value: year, label: year };
  });

/** Whether a person born in this month and year is an adult today, in the visitor's time zone. */
export const isAdultOn = (today: Date, birth: { month: string; year: string }) =>
  isAdult(
    { year: Number(birth.year), month: Number(birth.month) },
    { year: today.getFullYear(), month: today.getMonth() + 1 },
  );
