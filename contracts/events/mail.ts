import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { mailKinds } from "../domain/mail-kinds.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience } from "./fields.ts";

/** `audience` and `subjectId` name the account that the mail is for; the oldest events have neither. */
const about = {
  causeId: z.string().describe("The id of the event that causes the mail."),
  kind: z.enum(mailKinds).describe("Which mail."),
  audience: audience.optional().describe("Whose account the mail is for; the oldest events don't say it."),
  subjectId: accountIdSchema
    .optional()
    .describe("The account that the mail is for; the oldest events don't say it."),
};

/** `mail-{eventId}`: at most one mail for each event that causes one. See docs/decisions/0014-one-mail-for-one-cause.md. */
export const mailEvents = {
  /** The mail reactor is about to send the mail. */
  MailStarted: defineEvent("MailStarted", z.strictObject(about), { log: "hidden" }),
  /** The mail server took the mail. */
  MailSent: defineEvent("MailSent", z.strictObject(about), { log: "hidden" }),
  /** The mail server refused the mail for good, or the address can't be used. */
  MailFailed: defineEvent("MailFailed", z.strictObject({ ...about, reason: z.string().describe("Why.") }), {
    log: { action: "Mail failed", value: ({ kind, reason }) => `${kind.replaceAll("-", " ")}: ${reason}` },
  }),
  /** The mail is not sent, because it has no use any more. */
  MailSkipped: defineEvent("MailSkipped", z.strictObject({ ...about, reason: z.string().describe("Why.") }), {
    log: "hidden",
  }),
};

export type MailEvent = EventsOf<typeof mailEvents>;
