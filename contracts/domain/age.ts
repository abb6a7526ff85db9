import { limits } from "./limits.ts";

/** What a child is told at the age check (spec §5). */
export const underAgeMessage = "Please ask your parent to create the account";

/** Whether somebody born in that month (1–12) is an adult today; the 18th birthday's own month passes (design §12). */
export function isAdult(
  birth: { year: number; month: number },
  today: { year: number; month: number },
): boolean {
  const months = (today.year - birth.year) * 12 + (today.month - birth.month);
  return months >= limits.adultAge * 12;
}
