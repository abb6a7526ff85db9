import { type PinImportRefusalEvent, refusedRowsOfEvent } from "@ornament/contracts/events/pin-import";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { isRefused, type JudgedRow, refusedRow } from "./import-rows.ts";

/**
 * Records every row that an import leaves out, some hundreds in an event. The events are in a stream of their
 * own, so that the import's stream stays short. Nothing is decided on them.
 */
export class RefusedRows {
  #waiting: RefusedRow[] = [];
  #pages = 0;

  constructor(
    private readonly store: Pick<EventStore, "append">,
    private readonly importId: string,
    private readonly context: CommandContext,
  ) {}

  async take(rows: readonly JudgedRow[]): Promise<void> {
    this.#waiting.push(...rows.filter(isRefused).map(refusedRow));
    while (this.#waiting.length >= refusedRowsOfEvent) await this.#append();
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#append();
  }

  async #append(): Promise<void> {
    const { store, importId, context } = this;
    const page = this.#pages;
    const refused = this.#waiting.slice(0, refusedRowsOfEvent);
    const event: PinImportRefusalEvent = { type: "PinImportRowsRefused", data: { importId, page, refused } };
    const expected = page === 0 ? "no_stream" : BigInt(page - 1);
    const step = stepOf(context, `refused rows ${page}`);
    const { position } = await store.append(streams.pinImportRefusals(importId), expected, [event], step);
    context.positions?.note(position);
    this.#waiting = this.#waiting.slice(refusedRowsOfEvent);
    this.#pages += 1;
  }
}
