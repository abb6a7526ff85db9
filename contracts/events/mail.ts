import { z } from "zod";
import { defineEvent, type EventsOf } from "./definition.ts";

/** The kinds of mails that the product sends. */
export const mailKinds = [
  "activation-link",
  "address-already-registered",
  "consumer-reset-code",
  "consumer-password-changed",
  "admin-invitation",
  "admin-reset-link",
  "admin-password-changed",
] as const;
export type MailKind = (typeof mailKinds)[number];

const about = { causeId: z.string(), kind: z.enum(mailKinds) };

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
