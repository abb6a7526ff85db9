import { withoutHidden } from "./hidden-characters.ts";
import { limits } from "./limits.ts";

/** Local part, @, domain, and an ending of 2 to 4 letters. */
const pattern = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/;

export const requiredMessage = "Required";
export const invalidEmailMessage = "Invalid email address";

/** Addresses that differ only in case, outer space or hidden (copied) characters belong to one account. */
export const normaliseEmail = (text: string) => withoutHidden(text).trim().toLowerCase();

export const emailInKeptTextMessage = "Leave out email addresses: this text is kept forever";

/** Whether a text names an email address. */
export const namesEmail = (text: string) => /[^\s@]@[^\s@]/.test(text);

/** The message for an email address as typed, or `undefined` if it is valid. */
export function emailProblem(text: string): string | undefined {
  const email = normaliseEmail(text);
  if (email === "") return requiredMessage;
  return email.length <= limits.email && pattern.test(email) ? undefined : invalidEmailMessage;
}
