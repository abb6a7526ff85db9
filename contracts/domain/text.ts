import { z } from "zod";
import { requiredMessage } from "./email.ts";
import { limits } from "./limits.ts";

/** No control characters: a line break in a name would reach mail headers and exports. */
const printable = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** One line of text: trimmed, without control characters, at most `max` characters. */
export const lineOfText = (max: number) =>
  z
    .string()
    .trim()
    .regex(printable, "Line breaks and control characters are not allowed")
    .max(max, `At most ${max} characters`);

export const requiredLine = (max: number) => lineOfText(max).min(1, requiredMessage);

/** The comment of a PIN's activation or deactivation. Its length is counted after trimming. */
export const commentInput = z
  .string({ error: requiredMessage })
  .trim()
  .min(limits.comment.min, `At least ${limits.comment.min} characters`)
  .max(limits.comment.max, `At most ${limits.comment.max} characters`);
