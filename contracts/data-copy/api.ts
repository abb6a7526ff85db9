import { z } from "zod";
import { mailKinds, mailReasons } from "../mails/kinds.ts";
import { dataCopyPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { refusalKinds } from "../sign-in-help/document.ts";
import { isoInstant } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { requiredMessage } from "../values/email.ts";
import { timeZoneSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { commentInput } from "../values/text.ts";
import { dataCopyFormats } from "./format.ts";

/** The fields of the request that the look records or checks. */
export const dataCopyRequest = {
  format: z.enum(dataCopyFormats).describe("`html`: a page to read and print. `json`: for programs."),
  reason: commentInput.describe(
    "The reason. It is recorded forever and not encrypted: no names or addresses.",
  ),
  confirmation: z
    .string({ error: requiredMessage })
    .min(1, requiredMessage)
    .max(limits.email, `At most ${limits.email} characters`)
    .describe("The account's email address, or its id where the address can't be read."),
};

const browser = z.string().nullable().describe("The browser in words; null: not recorded.");
const address = z.string().nullable().describe("The network address; null: not recorded.");

const session = z.object({
  signedInAt: isoInstant,
  endedAt: isoInstant.nullable().describe("Null: the end is not recorded."),
  end: z
    .string()
    .nullable()
    .describe(
      "How it ended: `sign-out`; `reuse` of an old sign-in; `credentials`: a new password; `deleted`. Null: not recorded.",
    ),
  places: z
    .array(z.object({ browser, address }))
    .describe("The browser and network address at the sign-in, and those that replaced them, oldest first."),
});

const pause = z.object({
  startedAt: isoInstant,
  until: isoInstant,
  failures: z.number().int().describe("The number of failed attempts before."),
  knownBrowser: z.boolean().describe("Whether it was for browsers that had signed in before; false: others."),
});

const copiedRefusal = z.object({
  kind: z.enum(refusalKinds),
  at: isoInstant,
  until: isoInstant.nullable().describe("The end of a pause."),
  pin: z.string().nullable().describe("Null also for a PIN of another account."),
  limit: z.number().int().nullable().describe("The device limit at that time."),
  device: z.string().nullable().describe("The refused device in words."),
});

const copiedEntry = z.object({
  at: isoInstant,
  by: z.string().describe("`Account holder`, `System`, or the role of the staff member at the time."),
  action: z.string(),
  value: z.string(),
  changes: z.array(z.object({ what: z.string(), to: z.string() })).describe("The values that were set."),
  browser: browser.describe("The account holder's browser; null for staff, and where it is not recorded."),
  address: address.describe("The account holder's network address; null for staff, and where not recorded."),
});
export type CopiedEntry = z.output<typeof copiedEntry>;

/** A copy of a consumer's data, as JSON. The names and meanings of its fields stay; new ones may be added. */
export const dataCopy = z.object({
  about: z.object({
    product: z.string(),
    consumerId: accountIdSchema,
    createdAt: isoInstant.describe("The time of the copy. All times are in UTC."),
    timeZone: z.string().describe("The time zone of the person who asked for the copy."),
    notUpToDateSince: isoInstant
      .nullable()
      .describe("The time since which changes may be missing; null: none is known to be missing."),
    support: z.object({ email: z.string(), phone: z.string(), hours: z.string() }),
    sections: z.record(z.string(), z.string()).describe("The meaning of each section."),
    notIncluded: z.array(z.string()).describe("Data that are not stored or not in the copy, and why."),
  }),
  account: z.object({
    id: accountIdSchema,
    email: z.string().nullable().describe("Null: it can't be read."),
    formerEmails: z.array(z.string()).describe("Newest first."),
    registeredAt: isoInstant,
    emailConfirmed: z.boolean(),
    confirmedAt: isoInstant.nullable(),
    marketingEmails: z.boolean(),
    lastSignInAt: isoInstant.nullable(),
  }),
  ornaments: z.array(
    z.object({
      pin: z.string(),
      name: z.string().nullable().describe("Null: it can't be read. Empty: none was given."),
      enteredAt: isoInstant,
      deactivated: z.boolean(),
    }),
  ),
  devices: z.array(
    z.object({
      pin: z.string(),
      name: z.string().nullable().describe("Null: it can't be read. Empty: none was given."),
      browser: browser,
      userAgent: z.string().nullable().describe("The browser's own description of itself."),
      firstUsedAt: isoInstant,
      lastUsedAt: isoInstant,
    }),
  ),
  sessions: z.array(session).describe("Newest first."),
  pauses: z.array(pause),
  refusals: z.array(copiedRefusal).describe("Newest first."),
  mails: z
    .array(
      z.object({
        kind: z.enum(mailKinds),
        askedAt: isoInstant,
        state: z.enum(["waiting", "started", "sent", "failed", "skipped"]),
        stateAt: isoInstant,
        reason: z.enum(mailReasons).nullable().describe("The reason why it failed or was skipped."),
        smtpStatus: z.number().int().nullable(),
        expiresAt: isoInstant.nullable().describe("The end of the validity of its link or code."),
      }),
    )
    .describe("Newest first."),
  log: z.array(copiedEntry).describe("The System action log about the account, oldest first."),
});
export type DataCopy = z.output<typeof dataCopy>;

/** The right of access: a copy of the data that are held about a consumer. */
export const dataCopyRoutes = defineRoutes(dataCopyPaths, {
  consumerDataCopy: {
    summary:
      "A copy of all data about a consumer, to give to that person: a download, as JSON or (`format` `html`) as a page of text/html without scripts. It is a POST so that no URL has the address and the reason.",
    params: z.strictObject({ id: idParameter }),
    body: z.strictObject({ ...dataCopyRequest, timeZone: timeZoneSchema }),
    response: dataCopy,
    reads: ["consumers", "pins", "signInHelp", "actionLog"],
    answers: "json-stream",
    idempotent: false,
    look: "dataCopy",
    refuses: ["consumer_not_found", "confirmation_mismatch"],
  },
});
