import { z } from "zod";
import { deviceRow } from "../devices/api.ts";
import { consumerPin } from "../pins/api.ts";
import { consumerPaths } from "../routes/back-office.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import {
  dateRange,
  done,
  isoInstant,
  pageOf,
  similarMark,
  tableQuery,
  versionRead,
} from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { dateOrderMessage, datesInOrder } from "../values/dates.ts";
import { normaliseEmail, requiredMessage } from "../values/email.ts";
import { emailInput, pinIdSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { itAdminActs } from "../values/roles.ts";
import { keptReasonInput } from "../values/text.ts";
import { consumersTable } from "./columns.ts";

/** A row of the Consumers table: a consumer with one PIN, or a consumer without PINs. */
export const consumerRow = z.object({
  rowId: z.string().describe("Unique within the table."),
  id: accountIdSchema,
  email: z.string(),
  isActivated: z.boolean(),
  marketingEmail: z.boolean(),
  createdAt: isoInstant,
  formerEmails: z.array(z.string()).describe("Email addresses that the account had before, newest first."),
  /** `devices` is empty unless `getDevices` asks for them. */
  pin: consumerPin.nullable(),
});
export type ConsumerRow = z.output<typeof consumerRow>;

export const consumerProfile = consumerRow.omit({ rowId: true, pin: true }).extend({
  confirmedAt: isoInstant.nullable().describe("The time when the email address was confirmed."),
  pins: z.object({ rows: z.array(consumerPin), count: z.number().int() }),
  devices: z.array(deviceRow).describe("The devices of all PINs."),
  version: versionRead,
});
export type ConsumerProfile = z.output<typeof consumerProfile>;

const flag = z.enum(["true", "false"]).default("false");
const consumerSearch = { ...tableQuery(consumersTable).shape, ...dateRange };

/** With `export=true` page and limit are 0 and every row is answered. */
const consumerTableQuery = z
  .strictObject({
    ...consumerSearch,
    page: z.union([z.literal("0").transform(() => 0), consumerSearch.page]),
    limit: z.union([z.literal("0").transform(() => 0), consumerSearch.limit]),
    getDevices: flag,
    export: flag,
  })
  .refine(datesInOrder, { path: ["startDate"], message: dateOrderMessage })
  .refine(({ page, limit, export: all }) => all === "true" || (page > 0 && limit > 0), {
    path: ["page"],
    message: "Page 0 and limit 0 are for exports",
  });

/** Consumers in the back office. */
export const consumerRoutes = defineRoutes(consumerPaths, {
  listConsumers: {
    summary: "The Consumers table. With `export=true`, page 0 and limit 0 it has every row.",
    query: consumerTableQuery,
    response: pageOf(consumerRow).extend(similarMark),
    reads: ["consumers", "pins", "settings", "admins"],
    look: "consumers",
  },
  exportConsumers: {
    summary: "The Consumers report as CSV, with the table's search, dates and order.",
    query: z
      .strictObject(consumerSearch)
      .omit({ page: true, limit: true })
      .refine(datesInOrder, { path: ["startDate"], message: dateOrderMessage }),
    response: z.string(),
    reads: ["consumers", "pins", "settings"],
    answers: "csv",
    look: "consumers",
  },
  consumerProfile: {
    summary: "A consumer with PINs and devices.",
    params: z.strictObject({ id: idParameter }),
    response: consumerProfile,
    reads: ["consumers", "pins", "settings", "admins"],
    look: "profile",
    refuses: ["consumer_not_found"],
  },
  resendActivationLink: {
    summary: "Mails the confirmation link again to an unconfirmed consumer.",
    body: z.strictObject({ email: emailInput }),
    response: done,
    limit: requestLimits.mailByStaff,
    refuses: ["consumer_not_found", "already_activated"],
  },
  updateConsumerEmail: {
    summary: "Changes a consumer's email address immediately.",
    body: z.strictObject({ id: accountIdSchema, email: emailInput, version: versionRead.optional() }),
    response: done,
    refuses: ["consumer_not_found", "email_taken"],
  },
  updateConsumerMarketing: {
    summary: "Subscribes a consumer to marketing emails, or unsubscribes.",
    body: z.strictObject({ id: accountIdSchema, marketingEmail: z.boolean() }),
    response: done,
    refuses: ["consumer_not_found"],
  },
  eraseConsumer: {
    summary:
      "Deletes a consumer's account on the consumer's request and erases the personal data. It can't be undone. The reason stays forever.",
    params: z.strictObject({ id: idParameter.pipe(accountIdSchema) }),
    body: z.strictObject({
      reason: keptReasonInput,
      confirmation: z
        .string({ error: requiredMessage })
        .max(limits.email, `At most ${limits.email} characters`)
        .transform(normaliseEmail)
        .describe("The consumer's email address, or the id if the address can't be read."),
    }),
    response: done,
    refuses: ["consumer_not_found", "confirmation_mismatch"],
  },
  endSignInPause: {
    summary:
      "Ends the pause of a consumer's sign-in after failed attempts, in all browsers. The reason stays forever.",
    body: z.strictObject({ id: accountIdSchema, reason: keptReasonInput }),
    response: done,
    limit: requestLimits.mailByStaff,
    refuses: ["consumer_not_found", "sign_in_not_paused"],
  },
  sendResetCode: {
    summary:
      "Mails a reset code and link to a consumer's own email address. The answer has neither. The reason stays forever.",
    body: z.strictObject({ id: accountIdSchema, reason: keptReasonInput }),
    response: done,
    limit: requestLimits.mailByStaff,
    refuses: ["consumer_not_found", "email_not_confirmed"],
  },
  askItAdmin: {
    summary:
      "Asks the IT Admins by mail for an act on a consumer that only they may do. The reason stays forever.",
    body: z
      .strictObject({
        id: accountIdSchema,
        act: z.enum(itAdminActs),
        pinId: pinIdSchema.optional().describe("The PIN to release; only for `release-pin`."),
        reason: keptReasonInput,
      })
      .refine(({ act, pinId }) => (act === "release-pin") === (pinId !== undefined), {
        path: ["pinId"],
        message: "A PIN is named for a release, and only for a release",
      }),
    response: done,
    limit: requestLimits.mailByStaff,
    refuses: ["consumer_not_found", "pin_not_found"],
  },
});
