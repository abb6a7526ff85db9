import { limits } from "../values/limits.ts";

/** The message for a child at the age check. */
export const underAgeMessage = "Please ask your parent to create the account";

/** Whether a person born in that month (1–12) is an adult today. The whole month of the birthday counts. */
export function isAdult(
  birth: { year: number; month: number },
  today: { year: number; month: number },
): boolean {
  const months = (today.year - birth.year) * 12 + (today.month - birth.month);
  return months >= limits.adultAge * 12;
}
