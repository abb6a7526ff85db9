import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { mailKinds } from "../domain/mail-kinds.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { audience } from "./fields.ts";

/** `audience` and `subjectId` name the account that the mail is for; the oldest events have neither. */
const about = {
  causeId: z.string(),
  kind: z.enum(mailKinds),
  audience: audience.optional(),
  subjectId: accountIdSchema.optional(),
};

/** `mail-{eventId}`: at most one mail for each event that causes one. See docs/decisions/0014-one-mail-for-one-cause.md. */
export const mailEvents = {
  MailStarted: defineEvent("MailStarted", z.strictObject(about), { log: "hidden" }),
  MailSent: defineEvent("MailSent", z.strictObject(about), { log: "hidden" }),
  MailFailed: defineEvent("MailFailed", z.strictObject({ ...about, reason: z.string() }), {
    log: { action: "Mail failed", value: ({ kind, reason }) => `${kind.replaceAll("-", " ")}: ${reason}` },
  }),
  MailSkipped: defineEvent("MailSkipped", z.strictObject({ ...about, reason: z.string() }), {
    log: "hidden",
  }),
};

export type MailEvent = EventsOf<typeof mailEvents>;
