import { z } from "zod";
import { invalidDateMessage, isTimeZone, parseCalendarDate } from "./dates.ts";
import { emailProblem, normaliseEmail, requiredMessage } from "./email.ts";
import { passwordProblem } from "./password.ts";
import { parsePinCode, pinCodePattern, pinFormatMessage } from "./pin-code.ts";
import { playerUrlMessage, playerUrlProblem } from "./settings.ts";

// The schemas of the values beside this file. They stand apart so that a page can check a field as it is typed without
// loading zod.

/** A PIN code in a request, in any of its spellings; seven upper-case characters once parsed. */
export const pinCodeInput = z
  .string({ error: "Required" })
  .min(1, "Required")
  .max(20, pinFormatMessage)
  .transform((text, context) => {
    const code = parsePinCode(text);
    if (code !== undefined) return code;
    context.addIssue({ code: "custom", message: pinFormatMessage });
    return z.NEVER;
  });

/** A PIN code inside an event: exactly seven upper-case letters or digits. */
export const pinCodeSchema = z.string().regex(pinCodePattern);

/** An address in a request: normalised once parsed. */
export const emailInput = z.string({ error: requiredMessage }).transform((text, context) => {
  const problem = emailProblem(text);
  if (problem === undefined) return normaliseEmail(text);
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

/** A new password in a request, held to the rule. Never trimmed. */
export const newPasswordInput = z.string({ error: requiredMessage }).superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** A password to be compared: any text. The bound only keeps nonsense from the hash. */
export const passwordInput = z.string({ error: requiredMessage }).min(1, requiredMessage).max(1000);

export const timeZoneSchema = z.string().max(64).refine(isTimeZone, "Unknown time zone").default("UTC");

/** A calendar day as `MM/DD/YYYY`, checked to exist. */
export const calendarDateInput = z
  .string()
  .refine((text) => parseCalendarDate(text) !== undefined, invalidDateMessage);

/** The device limit of an ornament: a whole number from 1. */
export const deviceLimitSchema = z
  .number({ error: "Enter a whole number from 1" })
  .int("Enter a whole number from 1")
  .min(1, "Enter a whole number from 1")
  .max(10_000, "Enter a number up to 10000");

/** The player link, held to `playerUrlProblem`. */
export const playerUrlSchema = z.string({ error: playerUrlMessage }).superRefine((text, context) => {
  const problem = playerUrlProblem(text);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});
