import { limits } from "./limits.ts";

/** Local part, @, domain, 2–4 letter ending (spec §5). The one place for it. */
const pattern = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/;

export const requiredMessage = "Required";
export const invalidEmailMessage = "Invalid email address";

/** Case and surrounding space make one account. */
export const normaliseEmail = (text: string) => text.trim().toLowerCase();

/** The message for an address as typed, or `undefined` when it is fine. */
export function emailProblem(text: string): string | undefined {
  const email = normaliseEmail(text);
  if (email === "") return requiredMessage;
  return email.length <= limits.email && pattern.test(email) ? undefined : invalidEmailMessage;
}
