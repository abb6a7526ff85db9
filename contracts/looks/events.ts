import { z } from "zod";
import { dataCopyFormatLabels, dataCopyFormats } from "../data-copy/format.ts";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { adminId, consumerId } from "../events/fields.ts";
import { formatDateTime } from "../values/dates.ts";
import { lookFormatLabels, lookFormats, lookTableLabels, lookTables } from "../values/looks.ts";
import { formatPinCode } from "../values/pin-code.ts";
import { type SettingName, settingTitles } from "../values/settings.ts";

/** The case of an evidence file. The entry names a person by its subject. */
function caseText({ subject }: { subject: string }): string {
  const [, kind, name = ""] = /^(\w+)-(.*)$/.exec(subject) ?? [];
  switch (kind) {
    case "pin":
      return formatPinCode(name);
    case "batch":
      return `PIN batch ${name}`;
    case "setting":
      return settingTitles[name as SettingName] ?? name;
    case "import":
      return "Import";
    case "bulkChange":
      return "Bulk change";
    default:
      return "";
  }
}

/**
 * `look-{adminId}`: an admin's looks at data. The event is appended before the data leave the product, so there
 * can be a look whose data were never sent, and no data without its look.
 */
export const lookEvents = defineEvents({
  /**
   * An admin asked for a whole table: as CSV, as JSON or for a print.
   * @by RecordLook
   */
  TableExported: event({
    fields: {
      adminId,
      table: z.enum(lookTables).describe("The table."),
      format: z.enum(lookFormats).describe("The form in which the rows were asked for."),
      consumerId: consumerId.nullable().describe("The consumer of a `consumerLog`; null for other tables."),
      narrowed: z
        .boolean()
        .describe(
          "Whether a search, dates or a filter left rows out. Their text can be personal and isn't kept.",
        ),
    },
    log: {
      action: "Table exported",
      value: ({ table, format, narrowed }) =>
        `${lookTableLabels[table]}, ${lookFormatLabels[format]}${narrowed ? ", narrowed" : ""}`,
    },
  }),
  /**
   * An admin opened a consumer's profile. An hour has one such event for an admin and a consumer.
   * @by RecordLook
   */
  ProfileOpened: event({ fields: { adminId, consumerId }, log: { action: "Profile opened" } }),
  /**
   * An admin asked for tables as they stood at an instant, or for the changes since or until it. An hour has one
   * such event for an admin and an instant.
   * @by RecordLook
   */
  InstantShown: event({
    fields: {
      adminId,
      instant: z.iso.datetime().describe("The instant, ISO 8601 in UTC with milliseconds."),
    },
    log: {
      action: "Former tables shown",
      value: ({ instant }) => `${formatDateTime(new Date(instant), "UTC")} UTC`,
    },
  }),
  /**
   * An IT Admin made a copy of a consumer's data, to give it to that person. Each copy has such an event.
   * @by RecordLook
   */
  ConsumerDataCopyGiven: event({
    fields: {
      adminId,
      consumerId,
      format: z.enum(dataCopyFormats).describe("The form of the copy."),
      reason: z.string().describe("The reason in the admin's words. It is not encrypted."),
    },
    log: {
      action: "Consumer data copy given",
      value: ({ format, reason }) => `${dataCopyFormatLabels[format]}: ${reason}`,
    },
  }),
  /**
   * An IT Admin or Auditor downloaded the evidence file of a case. Each file has such an event.
   * @by RecordLook
   */
  EvidenceGiven: event({
    fields: {
      adminId,
      subject: z
        .string()
        .describe("What the file is about, such as `pin-AB12CD3`, `consumer-7` or `batch-Winter 2026`."),
    },
    log: { action: "Evidence file given", value: caseText },
  }),
});

export type LookEvent = EventsOf<typeof lookEvents>;
