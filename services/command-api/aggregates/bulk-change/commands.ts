import type { BulkChangeEvent, LeftAloneReason } from "@ornament/contracts/events/bulk-change";
import { type RefusalsOf, refusing } from "@ornament/platform/commands/refusals";

export interface LeftAlone {
  readonly code: string;
  readonly reason: LeftAloneReason;
}

type Started = Extract<BulkChangeEvent, { type: "BulkChangeStarted" }>["data"];

/** Commands of a bulk change. */
export type BulkChangeCommand =
  /** `codes`: the PINs, each once. */
  | ({ type: "Start"; codes: readonly string[] } & Omit<Started, "total">)
  /** The PINs from `from` up to `done`, which is not included, are done. */
  | { type: "Progress"; from: number; done: number; leftAlone: readonly LeftAlone[] }
  | { type: "Stop" };

/** The reasons why commands are refused. */
export interface BulkChangeRefusals extends RefusalsOf<BulkChangeCommand> {
  Start: "pin_list_invalid" | "too_many_pins";
  Progress: "bulk_change_not_found";
  Stop: "bulk_change_not_found" | "bulk_change_ended";
}

export const refuse = refusing<BulkChangeRefusals>();
