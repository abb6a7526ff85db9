import { z } from "zod";
import { emailInKeptTextMessage, namesEmail, requiredMessage } from "./email.ts";
import { turnsText, withoutUnseen } from "./hidden-characters.ts";
import { limits } from "./limits.ts";

/** No control characters: a line break in a name would reach mail headers and exports. */
const printable = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** A comment may have line breaks and tabs. */
const printableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;

/** The characters are invisible, so the message tells how to remove them. */
export const turnedTextMessage =
  "This contains hidden characters that turn the text around. Please type it again.";

/**
 * One line of text: trimmed, without control characters and without characters that change the order of
 * letters, at most `max` characters. Other invisible characters are removed.
 */
export const lineOfText = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .trim()
    .regex(printable, "Line breaks and control characters are not allowed")
    .refine((text) => !turnsText(text), turnedTextMessage)
    .max(max, `At most ${max} characters`);

export const requiredLine = (max: number) => lineOfText(max).min(1, requiredMessage);

/** The comment of a PIN's activation or deactivation. Its length is counted after trimming. */
export const commentInput = z
  .string({ error: requiredMessage })
  .overwrite(withoutUnseen)
  .trim()
  .regex(printableLines, "Control characters are not allowed")
  .refine((text) => !turnsText(text), turnedTextMessage)
  .min(limits.comment.min, `At least ${limits.comment.min} characters`)
  .max(limits.comment.max, `At most ${limits.comment.max} characters`);

/** The reason of an admin's act. The event keeps it for ever, so it must not name a person. */
export const keptReasonInput = commentInput.refine((text) => !namesEmail(text), emailInKeptTextMessage);
