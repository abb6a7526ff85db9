import { z } from "zod";
import { invalidDateMessage, isTimeZone, parseCalendarDate } from "./dates.ts";
import { emailProblem, normaliseEmail, requiredMessage } from "./email.ts";
import { limits } from "./limits.ts";
import { passwordProblem } from "./password.ts";
import { maxPinId, parsePinCode, pinCodePattern, pinFormatMessage } from "./pin-code.ts";
import { deviceLimitMessage, playerUrlMessage, playerUrlProblem } from "./settings.ts";

// The schemas of the values in this folder. They are in a separate file, so that a page can check a field
// during typing without loading zod.

/** A PIN code in a request, in any allowed spelling; parsed to seven upper-case characters. */
export const pinCodeInput = z
  .string({ error: requiredMessage })
  .min(1, requiredMessage)
  .max(20, pinFormatMessage)
  .transform((text, context) => {
    const code = parsePinCode(text);
    if (code !== undefined) return code;
    context.addIssue({ code: "custom", message: pinFormatMessage });
    return z.NEVER;
  });

/** A PIN code in an event: exactly seven upper-case letters or digits. */
export const pinCodeSchema = z.string().regex(pinCodePattern);

/** An email address in a request; parsing normalises it. */
export const emailInput = z.string({ error: requiredMessage }).transform((text, context) => {
  const problem = emailProblem(text);
  if (problem === undefined) return normaliseEmail(text);
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

/** A new password in a request, checked by the password rule. Never trimmed. */
export const newPasswordInput = z.string({ error: requiredMessage }).superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** A password to be compared: any text. The limit protects the hash from very long texts. */
export const passwordInput = z.string({ error: requiredMessage }).min(1, requiredMessage).max(1000);

export const timeZoneSchema = z
  .string()
  .max(64)
  // The name that browsers give a zone which they don't know.
  .overwrite((name) => (name === "Etc/Unknown" ? "UTC" : name))
  .refine(isTimeZone, "Unknown time zone")
  .default("UTC");

/** A calendar day as `MM/DD/YYYY` that exists. */
export const calendarDateInput = z
  .string()
  .refine((text) => parseCalendarDate(text) !== undefined, invalidDateMessage);

/** The device limit of an ornament: a whole number from 1. */
export const deviceLimitSchema = z
  .number({ error: deviceLimitMessage })
  .int(deviceLimitMessage)
  .min(1, deviceLimitMessage)
  .max(limits.largestDeviceLimit, deviceLimitMessage);

/** The player link, checked by `playerUrlProblem`. */
export const playerUrlSchema = z.string({ error: playerUrlMessage }).superRefine((text, context) => {
  const problem = playerUrlProblem(text);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

export const pinIdSchema = z.number().int().min(0).max(maxPinId);

/** The answer of a human check; "" where the installation has none. */
export const humanCheckToken = z.string().max(4096).default("");
