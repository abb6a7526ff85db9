import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { adminId, code, instant } from "../events/fields.ts";

/** The reasons why a bulk change left a PIN as it was. */
export const leftAloneReasons = ["already", "changed_since", "not_found", "unreadable"] as const;
export type LeftAloneReason = (typeof leftAloneReasons)[number];

const bulkChangeId = z.string().describe("The bulk change's id.");
const change = z.enum(["deactivate", "activate"]).describe("The change of each PIN.");
const comment = z.string().describe("The reason in the admin's words.");
const batch = z
  .string()
  .nullable()
  .describe("The batch of all of the PINs when they were listed; null if they are of several batches.");
const undoes = z
  .strictObject({
    bulkChangeId: z.string().describe("The bulk change that this one undoes."),
    at: instant.describe("The time when that bulk change started, as Unix time in milliseconds."),
  })
  .nullable()
  .describe("The bulk change that this one undoes; null if it undoes none.");
const total = z.number().int().min(1).describe("The number of listed PINs.");

/** A PIN that a bulk change left as it was. */
export const leftAlone = z.strictObject({
  code,
  reason: z
    .enum(leftAloneReasons)
    .describe(
      "`already`: it had the wanted state; `changed_since`: an undo left it, because it was changed after the undone bulk change; `not_found`: there is no such PIN; `unreadable`: its history can't be read.",
    ),
});

const pinsIn = (n: number) => `${n.toLocaleString("en-US")} ${n === 1 ? "PIN" : "PINs"}`;
const ofBatch = (name: string | null) => (name === null ? "" : ` of ${name}`);

/** The time of the undone bulk change in UTC, such as `2026-11-27 03:43 UTC`. */
const inUtc = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const ended = z.strictObject({
  bulkChangeId,
  comment,
  batch,
  undoes,
  total,
  changed: z.number().int().min(0).describe("PINs that it changed."),
  already: z.number().int().min(0).describe("PINs that had the wanted state already."),
  refused: z.number().int().min(0).describe("PINs that it left as they were for another reason."),
  stopped: z.boolean().describe("Whether an admin stopped it before the last PIN."),
});

const endedText =
  (already: string) =>
  (data: z.output<typeof ended>): string => {
    const { changed, total: all, already: had, refused, stopped } = data;
    const whole = changed === all ? pinsIn(all) : `${changed.toLocaleString("en-US")} of ${pinsIn(all)}`;
    const rest = [
      ...(had > 0 ? [`${had.toLocaleString("en-US")} ${already} before`] : []),
      ...(refused > 0 ? [`${refused.toLocaleString("en-US")} left alone`] : []),
      ...(stopped ? ["then stopped"] : []),
    ];
    const undone = data.undoes === null ? "" : `Undo of ${inUtc(data.undoes.at)}: `;
    return `${undone}${whole}${ofBatch(data.batch)}${rest.map((part) => `, ${part}`).join("")}: ${data.comment}`;
  };

/** `bulkChange-{id}`: one deactivation or activation of many PINs, from its start to its end. */
export const bulkChangeEvents = defineEvents({
  /**
   * An admin started it. The events that list its PINs are in the same append.
   * @by Start
   */
  BulkChangeStarted: event({
    fields: {
      bulkChangeId,
      change,
      comment,
      batch,
      undoes,
      total,
      listedAt: z
        .string()
        .regex(/^\d{1,20}$/)
        .nullable()
        .describe(
          "The position of the read model from which the PINs were listed; null for an undo, whose PINs the event store has.",
        ),
    },
  }),
  /**
   * A part of its PINs, in their order.
   * @by Start
   */
  BulkChangePinsListed: event({
    fields: {
      bulkChangeId,
      codes: z
        .string()
        .regex(/^[0-9A-Z]{7}( [0-9A-Z]{7})*$/)
        .describe("PINs of seven letters and digits with spaces between them."),
    },
  }),
  /**
   * The next PINs were changed or left alone.
   * @by Progress
   */
  BulkChangeProgressed: event({
    fields: {
      bulkChangeId,
      done: z.number().int().min(1).describe("PINs done so far, counted from the first of the list."),
      leftAlone: z.array(leftAlone).describe("Those of the newly done PINs that were not changed."),
    },
  }),
  /**
   * An admin stopped it. It ends with the PINs that are under way.
   * @by Stop
   */
  BulkChangeStopped: event({
    fields: { bulkChangeId, change, comment, batch, total },
    log: {
      action: "Bulk change stopped",
      value: (data) =>
        `${data.change === "deactivate" ? "Deactivation" : "Activation"} of ${pinsIn(data.total)}${ofBatch(data.batch)}: ${data.comment}`,
    },
  }),
  /**
   * A deactivation ended: all of its PINs are done, or it was stopped.
   * @by Progress
   */
  PinsDeactivated: event({
    fields: ended,
    log: { action: "PINs deactivated", value: endedText("deactivated") },
  }),
  /**
   * An activation ended: all of its PINs are done, or it was stopped.
   * @by Progress
   */
  PinsActivated: event({ fields: ended, log: { action: "PINs activated", value: endedText("active") } }),
});

const turn = z.strictObject({ bulkChangeId, adminId: adminId.describe("The admin who started it.") });

/** `bulkChangeTurns-main`: the bulk changes that run at the same time, on all replicas. */
export const bulkChangeTurnEvents = defineEvents({
  /**
   * A bulk change took a turn to run, before its start. The turn lasts until the end in its own stream.
   * @by TakeTurn
   */
  BulkChangeTurnTaken: event({
    fields: turn.extend({ others: z.array(turn).describe("The other bulk changes that were running then.") }),
  }),
});

export type BulkChangeTurnEvent = EventsOf<typeof bulkChangeTurnEvents>;
export type BulkChangeEvent = EventsOf<typeof bulkChangeEvents>;
