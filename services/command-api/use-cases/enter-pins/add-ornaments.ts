import { Refusal } from "@ornament/contracts/errors";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ReleasePin } from "../release-pin/release-pin.ts";
import { type CheckedPin, type EnteredPin, refuseBadPins } from "./entered-pins.ts";

export interface Entry {
  readonly consumerId: number;
  readonly entered: readonly EnteredPin[];
  readonly context: CommandContext;
}

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly releasePin: ReleasePin;
}

/** The step that adds the PIN with this index. */
export const ornamentStep = (context: CommandContext, index: number) => stepOf(context, `ornament ${index}`);

/**
 * Adds all PINs of an entry to the account, or none: registered PINs are released again if somebody else has registered a
 * later one meanwhile.
 */
export type AddOrnaments = (entry: Entry) => Promise<void>;

export function addOrnaments({ consumers, pins, releasePin }: Needs): AddOrnaments {
  const register = async (
    { pin: code, name }: EnteredPin,
    { consumerId, entered, context }: Entry,
  ): Promise<StoredEvent | undefined> => {
    try {
      const { events, state } = await pins.handle(code, { type: "Register", consumerId, name }, context);
      if (state.ownerId !== consumerId) throw new Refusal("conflict");
      return events[0];
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "pin_not_found") throw error;
      const checked = entered.map(
        ({ pin }): CheckedPin => ({ finding: pin === code ? "unrecognised" : "free" }),
      );
      refuseBadPins(entered, checked);
      throw error;
    }
  };

  return async (entry) => {
    const { consumerId, context } = entry;
    const registered: { code: string; cause: StoredEvent }[] = [];
    try {
      for (const entered of entry.entered) {
        const cause = await register(entered, entry);
        if (cause) registered.push({ code: entered.pin, cause });
      }
      for (const [index, { pin: code, name }] of entry.entered.entries()) {
        const causationId = registered.find((pin) => pin.code === code)?.cause.id;
        const step = { ...ornamentStep(context, index), causationId };
        await consumers.handle(consumerId, { type: "AddOrnament", code, name }, step);
      }
    } catch (error) {
      if (!isFinal(error)) throw error;
      for (const { code, cause } of registered) {
        await releasePin({ code, consumerId, cause, positions: context.positions });
      }
      throw error;
    }
  };
}

/** After an outage or a conflict nothing is released, because the repeated request or a completion continues from there. */
const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status < 500 && error.code !== "conflict";
