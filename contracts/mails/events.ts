import { z } from "zod";
import { defineEvents, type EventsOf, event, type Upcaster } from "../events/definition.ts";
import { audience } from "../events/fields.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { type MailReason, mailKinds, mailReasons, mailReasonText } from "./kinds.ts";

/** `audience` and `subjectId` name the account that the mail is for; the oldest events have neither. */
const about = {
  causeId: z.string().describe("The id of the event that causes the mail."),
  kind: z.enum(mailKinds).describe("The kind of mail."),
  audience: audience
    .optional()
    .describe("The kind of account that the mail is for; the oldest events have none."),
  subjectId: accountIdSchema
    .optional()
    .describe("The account that the mail is for; the oldest events have none."),
};

const notSent = {
  ...about,
  reason: z.enum(mailReasons).describe("The reason why the mail is not sent."),
  smtpStatus: z.number().int().optional().describe("The SMTP status of the mail server's refusal."),
};

/** The reasons of version 1, which were texts. */
const texts: ReadonlyMap<unknown, MailReason> = new Map([
  ["past its usefulness", "too_late"],
  ["its key was replaced", "key_replaced"],
  ["the account is gone", "account_gone"],
  ["the address cannot be used", "address_unusable"],
]);

const reasonFromText: Upcaster = ({ reason, ...data }) => {
  const [, status] = /^the mail server refused it \((\d+)\)$/.exec(String(reason)) ?? [];
  return status === undefined
    ? { ...data, reason: texts.get(reason) ?? "unknown" }
    : { ...data, reason: "refused", smtpStatus: Number(status) };
};

/**
 * Requests to IT Admins came with a new version of each event. An older build would take such a mail for a
 * damaged event; a version that it does not support makes it wait for the newer build.
 */
const beforeRequests: Upcaster = (data) => data;

/**
 * `mail-{eventId}`: at most one mail for each event that causes one. See
 * docs/decisions/0014-one-mail-for-one-cause.md.
 */
export const mailEvents = defineEvents({
  /** The mail reactor is about to send the mail. */
  MailStarted: event({ fields: about, upcasters: [beforeRequests] }),
  /** The mail server took the mail. */
  MailSent: event({ fields: about, upcasters: [beforeRequests] }),
  /** The mail server refused the mail for good, or the email address can't be used. */
  MailFailed: event({
    fields: notSent,
    log: {
      action: "Mail failed",
      value: ({ kind, reason, smtpStatus }) =>
        `${kind.replaceAll("-", " ")}: ${mailReasonText(reason, smtpStatus)}`,
    },
    upcasters: [reasonFromText, beforeRequests],
  }),
  /** The mail is not sent, because it has no use any more. */
  MailSkipped: event({ fields: notSent, upcasters: [reasonFromText, beforeRequests] }),
});

export type MailEvent = EventsOf<typeof mailEvents>;
